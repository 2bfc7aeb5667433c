import { Command, Option } from 'commander';
import { reportError } from '../operator/terminal/errors.ts';
import { STAGES, type Stage } from '../stacks/stages.ts';
import { report } from './facts/fact.ts';
import { verifyStage } from './verify-stage.ts';

type Options = { readonly stage: Stage; readonly json?: true; readonly baseUrl?: string };

const program = new Command('npm run verify --')
  .description(
    'Checks that streams and alarms of a stage work, and what the service assumes about AWS.',
  )
  .addOption(new Option('--stage <stage>').choices(Object.keys(STAGES)).makeOptionMandatory())
  .option('--json', 'print one JSON document for scripts')
  .option('--base-url <url>', 'where pets are served (default: the output PetsBaseUrl)')
  .addHelpText(
    'after',
    `
It uses the AWS credentials and the region of the environment. If API_KEY is a key of the stage, it also
checks facts about AWS. It writes nothing. npx cdk drift compares the stage with its template.

Exit status: 0 all is as expected, 1 something differs or cannot be seen, 2 invalid arguments.`,
  )
  .exitOverride();

try {
  const { stage, json, baseUrl } = program.parse().opts<Options>();
  const apiKey = process.env['API_KEY'];
  const findings = await verifyStage(stage, apiKey, baseUrl);
  console.log(json ? JSON.stringify(findings, null, 2) : report(findings));
  if (!apiKey) console.error('No request was sent: set API_KEY to a key of the stage for that.');
  process.exitCode = findings.some(({ agrees }) => !agrees) ? 1 : 0;
} catch (error) {
  process.exitCode = reportError('verify', error);
}

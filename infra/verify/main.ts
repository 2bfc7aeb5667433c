import '../command-line/preload.js';
import { Command, Option } from 'commander';
import { reportError } from '../operator/terminal/errors.ts';
import { STAGES, type Stage } from '../stacks/stages.ts';
import { openWhere, report, STAGE_FACTS } from './stage-facts.ts';

const program = new Command('npm run verify --')
  .description('Checks that streams and alarms of a stage work. It writes nothing.')
  .addOption(new Option('--stage <stage>').choices(Object.keys(STAGES)).makeOptionMandatory())
  .addHelpText(
    'after',
    `
It uses the AWS credentials and the region of the environment. npx cdk drift compares the stage with its template.

Exit status: 0 all is as expected, 1 something differs or cannot be seen, 2 invalid arguments.`,
  )
  .exitOverride();

try {
  const { stage } = program.parse().opts<{ readonly stage: Stage }>();
  const { text, agrees } = await report(STAGE_FACTS, await openWhere(stage));
  console.log(text);
  process.exitCode = agrees ? 0 : 1;
} catch (error) {
  process.exitCode = reportError('verify', error);
}

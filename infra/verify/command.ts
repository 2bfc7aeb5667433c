import { Command, Option } from 'commander';
import { reportError } from '../operator/report-error.ts';
import { isFault, report } from './report.ts';
import { type VerifyOptions, verifyStage } from './verify-stage.ts';

type Options = Pick<VerifyOptions, 'baseUrl' | 'stage'> & { readonly json?: true };

const program = new Command('npm run verify --')
  .description(
    'Compares a deployed stage with its template, and AWS with what the service assumes.',
  )
  .addOption(
    new Option('--stage <stage>', 'what to compare')
      .choices(['staging', 'production'])
      .makeOptionMandatory(),
  )
  .option('--json', 'print one JSON document for scripts')
  .option('--base-url <url>', 'where pets are served (default: the output PetsBaseUrl)')
  .addHelpText(
    'after',
    `
It uses the AWS credentials and the region of the environment. If API_KEY is a key of the stage, it also
checks facts about AWS. It writes nothing. Differences from the template are only reported.

Exit status: 0 all is as expected, 1 something differs or cannot be seen, 2 invalid arguments.`,
  )
  .exitOverride();

/** Shows on standard error that a step is under way, and how long it took. */
const step: VerifyOptions['step'] = async (name, work) => {
  const start = performance.now();
  process.stderr.write(`${name} ... `);
  const result = await work();
  console.error(`${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
};

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    console.error('\nInterrupted: the current check ends first.');
    interrupted.abort();
  });
}

try {
  const { json, ...options } = program.parse().opts<Options>();
  const apiKey = process.env['API_KEY'];
  const findings = await verifyStage({ ...options, apiKey, signal: interrupted.signal, step });
  console.log(json ? JSON.stringify(findings, null, 2) : report(findings));
  if (!apiKey) console.error('No request was sent: set API_KEY to a key of the stage for that.');
  process.exitCode = findings.some(isFault) ? 1 : 0;
} catch (error) {
  process.exitCode = interrupted.signal.aborted ? 130 : reportError('verify', error);
}

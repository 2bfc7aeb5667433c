import { Command, CommanderError, Option } from 'commander';
import { firstLine } from '../command-line/first-line.ts';
import { RefusedError } from '../operator/errors.ts';
import { explainError } from '../operator/explain-error.ts';
import type { Stage } from '../stacks/stages.ts';
import { report } from './report.ts';
import { verifyStage } from './verify-stage.ts';

/** Checks a deployed stage: the facts about AWS that the service relies on, and drift. */

interface Options {
  readonly stage: Stage;
  readonly drift?: true;
  readonly json?: true;
  readonly baseUrl?: string;
}

const program = new Command('npm run verify --')
  .description(
    'Compares a deployed stage with what the service and its local server believe of AWS.',
  )
  .addOption(
    new Option('--stage <stage>', 'what to look at')
      .choices(['staging', 'production'])
      .makeOptionMandatory(),
  )
  .option('--drift', 'compare with what was deployed only: ask nothing over HTTP, and make nothing')
  .option('--json', 'print one JSON document for scripts')
  .option('--base-url <url>', 'where pets are served (default: the output PetsBaseUrl)')
  .addHelpText(
    'after',
    `
It uses the AWS credentials and the region of the environment. In staging it makes an account, keys and
pets, and removes them, also after Ctrl-C. In production it only reads: with API_KEY, a key of it, it also
asks over HTTP.

Exit status: 0 all is as expected, 1 something is not, or could not be looked at, 2 not a command.`,
  )
  .exitOverride();

/** Shows on standard error that a step is under way, and how long it took. */
const step = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
  const start = performance.now();
  process.stderr.write(`${name} ... `);
  const result = await work();
  console.error(`${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
};

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    console.error('\nInterrupted: what was made is removed first.');
    interrupted.abort();
  });
}

try {
  const { json, ...options } = program.parse().opts<Options>();
  const { signal } = interrupted;
  const apiKey = process.env['API_KEY'];
  const findings = await verifyStage({ ...options, apiKey, signal, step });
  console.log(json ? JSON.stringify(findings, null, 2) : report(findings));
  if (options.stage === 'production' && apiKey === undefined && !options.drift) {
    console.error('Nothing was asked over HTTP: set API_KEY to a key of production for that.');
  }
  process.exitCode = findings.every(({ agrees }) => agrees) ? 0 : 1;
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else if (interrupted.signal.aborted) process.exitCode = 130;
  else {
    const explained = error instanceof RefusedError ? firstLine(error) : explainError(error);
    console.error(explained === undefined ? error : `\nverify: ${explained}`);
    process.exitCode = 1;
  }
}

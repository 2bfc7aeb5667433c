import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, Command } from 'commander';
import { wholeNumber } from '../../../tools/whole-number.ts';
import { endLocalServers } from '../../support/local-server.ts';
import { ownTemporaryFolder } from '../../support/temporary-folder.ts';
import { CheckerError, checkHistory, requireChecker } from './checker.ts';
import { explain } from './explain.ts';
import { runKind } from './run-kind.ts';
import { isKind, KINDS } from './stages.ts';

/**
 * A program: records what clients of a local server see, and has Porcupine check whether one order
 * of events explains it.
 */

const HISTORIES = join(import.meta.dirname, '../../../.local/history');

const NAMES = Object.keys(KINDS).filter(isKind);

const program = new Command('npx node test/proofs/history/main.ts')
  .description('Checks that what concurrent clients see fits one order of events.')
  .addArgument(
    new Argument('[kinds...]', 'what happens to the service (default: all)').choices(NAMES),
  )
  .option(
    '--seed <number>',
    'repeats the choices of a run (default: by the clock)',
    wholeNumber(0, 2 ** 31),
  )
  .option('--operations <number>', 'requests of each kind', wholeNumber(1, 10_000_000), 2500)
  .option('--check <file>', 'checks a history file, and runs nothing')
  .option('--check-seconds <number>', 'for the check of a history', wholeNumber(1, 86_400), 120)
  .option(
    '--check-megabytes <number>',
    'for the check of a history',
    wholeNumber(1, 1_000_000),
    2048,
  )
  .addHelpText(
    'after',
    `
Kinds:
${NAMES.map((name) => `  ${name.padEnd(16)}${KINDS[name].what}`).join('\n')}

A history with a violation stays in .local/history, with the shortest one that shows it. With
node test/proofs/dynamodb-local/run.ts npx node test/proofs/history/main.ts, "faults" and "several-servers" use DynamoDB Local.`,
  )
  .showHelpAfterError()
  .parse();
const options = program.opts<{
  seed?: number;
  operations: number;
  check?: string;
  checkSeconds: number;
  checkMegabytes: number;
}>();
const chosen = NAMES.filter((name) => program.args.includes(name));
const kinds = chosen.length > 0 ? chosen : NAMES;
const { seed = Date.now() % 2 ** 31, operations } = options;
const limits = { seconds: options.checkSeconds, megabytes: options.checkMegabytes };

const checkFile = async (file: string): Promise<boolean> => {
  const report = await checkHistory(file, limits);
  const { violations, undecided } = report;
  console.log(
    `${report.operations} operations, ${report.open} open; ${report.partitions} partitions of at most ${report.longest}; violations ${violations.length}`,
  );
  for (const line of explain(file, report)) console.log(line);
  if (undecided.length > 0)
    console.log(`Not decided within ${limits.seconds} s: ${undecided.join(', ')}`);
  return violations.length + undecided.length === 0;
};

const runAll = async (): Promise<boolean> => {
  requireChecker();
  const temporary = ownTemporaryFolder();
  process.once('exit', endLocalServers);
  console.log(`Histories of ${operations} operations each; --seed ${seed} repeats their choices`);
  mkdirSync(HISTORIES, { recursive: true });
  let good = true;
  for (const kind of kinds) {
    const file = join(HISTORIES, `${kind}-${seed}.jsonl`);
    const folder = join(temporary, kind);
    mkdirSync(folder);
    const result = await runKind({
      kind,
      seed,
      operations,
      folder,
      file,
      limits,
      say: console.log,
    });
    if (result.good) rmSync(file);
    else good = false;
  }
  return good;
};

try {
  const good = options.check === undefined ? await runAll() : await checkFile(options.check);
  process.exit(good ? 0 : 1);
} catch (error) {
  if (!(error instanceof CheckerError)) throw error;
  console.error(error.message);
  process.exit(1);
}

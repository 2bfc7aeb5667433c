import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, Command, Option } from 'commander';
import { wholeNumber } from '../../../tools/whole-number.ts';
import { endLocalServers } from '../../support/local-server.ts';
import { copyProject } from '../../support/project-copy.ts';
import { ownTemporaryFolder } from '../../support/temporary-folder.ts';
import { CheckerError, requireChecker } from './checker.ts';
import { PROTECTIONS, type Protection } from './protections.ts';
import { runKind } from './run-kind.ts';
import { KIND_NAMES, KINDS, type KindName } from './stages.ts';

/**
 * A program: records what clients of a local server see, and has Porcupine check whether one order
 * of events explains it.
 */

const HISTORIES = join(import.meta.dirname, '../../../.local/history');
/** The most seeds that are tried until the checker finds that a protection is missing. */
const SEEDS = 5;

const listed = (entries: Readonly<Record<string, { readonly what: string }>>): string =>
  Object.entries(entries)
    .map(([name, { what }]) => `  ${name.padEnd(20)}${what}`)
    .join('\n');

const program = new Command('npx node test/proofs/history/main.ts')
  .description('Checks that what concurrent clients see fits one order of events.')
  .addArgument(
    new Argument('[kinds...]', 'what happens to the service (default: all)').choices(KIND_NAMES),
  )
  .option(
    '--seed <number>',
    'repeats the choices of a run (default: by the clock)',
    wholeNumber(0, 2 ** 31),
  )
  .option('--operations <number>', 'requests of each kind', wholeNumber(1, 10_000_000), 2500)
  .addOption(
    new Option(
      '--without <protections...>',
      'removes one at a time from a copy of the service, and fails unless the checker finds each of them missing',
    ).choices([...Object.keys(PROTECTIONS), 'each']),
  )
  .option('--check-seconds <number>', 'for the check of a history', wholeNumber(1, 86_400), 120)
  .addHelpText(
    'after',
    `
Kinds:
${listed(KINDS)}

Protections:
${listed(PROTECTIONS)}

A history with a violation stays in .local/history. With npx node test/proofs/dynamodb-local/run.ts npx node
test/proofs/history/main.ts, "faults" and "several-servers" use DynamoDB Local.`,
  )
  .showHelpAfterError()
  .parse();
const {
  seed = Date.now() % 2 ** 31,
  without = [],
  ...options
} = program.opts<{
  seed?: number;
  operations: number;
  without?: readonly string[];
  checkSeconds: number;
}>();
const { operations } = options;

/** Whether nothing speaks against what clients see. */
const isGood = async (kind: KindName, temporary: string): Promise<boolean> => {
  const file = join(HISTORIES, `${kind}-${seed}.jsonl`);
  const folder = join(temporary, kind);
  const { good } = await runKind({ ...options, kind, seed, folder, file, say: console.log });
  if (good) rmSync(file);
  return good;
};

/** Whether the checker finds that a protection is missing. */
const isFound = async (name: string, { kind, edits, what }: Protection, temporary: string) => {
  const root = join(temporary, name);
  await copyProject(root, edits);
  for (let tried = 0; tried < SEEDS; tried += 1) {
    const folder = join(root, `data ${tried}`);
    const file = join(root, `history-${tried}.jsonl`);
    const run = { ...options, kind, seed: seed + tried, folder, file, root, say: () => {} };
    const [first] = (await runKind(run)).report.violations;
    if (first === undefined) continue;
    console.log(
      `${name}: found under ${kind}${tried > 0 ? `, with seed ${run.seed}` : ''}: ${first.partition}, after ${first.after} answers`,
    );
    rmSync(root, { recursive: true });
    return true;
  }
  console.error(`${name}: NOT found in ${SEEDS * operations} operations under ${kind}: ${what}`);
  return false;
};

/** What is to be tried: each tells whether it ended well. */
const chooseTrials = (temporary: string): readonly (() => Promise<boolean>)[] => {
  if (without.length > 0) {
    return Object.entries(PROTECTIONS)
      .filter(([name]) => without.includes(name) || without.includes('each'))
      .map(
        ([name, protection]) =>
          () =>
            isFound(name, protection, temporary),
      );
  }
  console.log(`Histories of ${operations} operations each; --seed ${seed} repeats their choices`);
  mkdirSync(HISTORIES, { recursive: true });
  return KIND_NAMES.filter((name) => program.args.length === 0 || program.args.includes(name)).map(
    (kind) => () => isGood(kind, temporary),
  );
};

try {
  requireChecker();
  process.once('exit', endLocalServers);
  const trials = chooseTrials(ownTemporaryFolder()).values();
  const tryNext = async () => {
    let all = true;
    for (const goesWell of trials) all = (await goesWell()) && all;
    return all;
  };
  // Two at once, as a history waits for half of its time.
  const outcomes = await Promise.all([tryNext(), tryNext()]);
  process.exit(outcomes.every(Boolean) ? 0 : 1);
} catch (error) {
  if (!(error instanceof CheckerError)) throw error;
  console.error(error.message);
  process.exit(1);
}

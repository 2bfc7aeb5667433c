import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, Command, Option } from 'commander';
import { wholeNumber } from '../../../tools/whole-number.ts';
import { endLocalServers } from '../../support/local-server.ts';
import { copyProject } from '../../support/project-copy.ts';
import { ownTemporaryFolder } from '../../support/temporary-folder.ts';
import { CheckerError, requireChecker } from './checker.ts';
import { PROTECTIONS } from './protections.ts';
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
const options = program.opts<{
  seed?: number;
  operations: number;
  without?: readonly string[];
  checkSeconds: number;
}>();
const chosen = KIND_NAMES.filter((name) => program.args.includes(name));
const { seed = Date.now() % 2 ** 31, operations, checkSeconds } = options;

const runAll = async (kinds: readonly KindName[], temporary: string): Promise<boolean> => {
  console.log(`Histories of ${operations} operations each; --seed ${seed} repeats their choices`);
  mkdirSync(HISTORIES, { recursive: true });
  let all = true;
  for (const kind of kinds) {
    const file = join(HISTORIES, `${kind}-${seed}.jsonl`);
    const folder = join(temporary, kind);
    mkdirSync(folder);
    const say = console.log;
    const { good } = await runKind({ kind, seed, operations, folder, file, checkSeconds, say });
    if (good) rmSync(file);
    all &&= good;
  }
  return all;
};

/** Whether the checker finds that a protection is missing. */
const isFound = async (name: string, temporary: string): Promise<boolean> => {
  const { kind, edits, what } = PROTECTIONS[name] ?? { kind: 'none', edits: [], what: '' };
  const root = join(temporary, name);
  await copyProject(root, edits);
  for (let tried = 0; tried < SEEDS; tried += 1) {
    const folder = join(root, `data ${tried}`);
    mkdirSync(folder);
    const file = join(root, `history-${tried}.jsonl`);
    const { report } = await runKind({
      kind,
      seed: seed + tried,
      operations,
      folder,
      file,
      checkSeconds,
      root,
      say: () => {},
    });
    const [first] = report.violations;
    if (first === undefined) continue;
    console.log(
      `${name}: found under ${kind}${tried > 0 ? `, with seed ${seed + tried}` : ''}: ${first.partition}, after ${first.after} answers`,
    );
    rmSync(root, { recursive: true });
    return true;
  }
  console.error(`${name}: NOT found in ${SEEDS * operations} operations under ${kind}: ${what}`);
  return false;
};

const findAll = async (names: readonly string[], temporary: string): Promise<boolean> => {
  let all = true;
  for (const name of names.includes('each') ? Object.keys(PROTECTIONS) : names) {
    all = (await isFound(name, temporary)) && all;
  }
  return all;
};

const main = (): Promise<boolean> => {
  requireChecker();
  const temporary = ownTemporaryFolder();
  process.once('exit', endLocalServers);
  if (options.without) return findAll(options.without, temporary);
  return runAll(chosen.length > 0 ? chosen : KIND_NAMES, temporary);
};

try {
  process.exit((await main()) ? 0 : 1);
} catch (error) {
  if (!(error instanceof CheckerError)) throw error;
  console.error(error.message);
  process.exit(1);
}

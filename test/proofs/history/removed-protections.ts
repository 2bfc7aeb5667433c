import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, Command } from 'commander';
import { wholeNumber } from '../../../tools/whole-number.ts';
import { endLocalServers } from '../../support/local-server.ts';
import { copyProject } from '../../support/project-copy.ts';
import { ownTemporaryFolder } from '../../support/temporary-folder.ts';
import { CheckerError, requireChecker } from './checker.ts';
import { PROTECTIONS, type Protection } from './protections.ts';
import { runKind } from './run-kind.ts';

/**
 * A program: removes one protection at a time from a copy of the service, and fails unless the checker finds each of them
 * missing.
 */

/** The most seeds that are tried until the checker finds it. */
const SEEDS = 5;

const program = new Command('npx node test/proofs/history/removed-protections.ts')
  .description(
    'Removes single protections of the service, and expects the checker of histories to find each.',
  )
  .addArgument(new Argument('[names...]', 'which (default: all)').choices(Object.keys(PROTECTIONS)))
  .option('--seed <number>', 'the first of the seeds that are tried', wholeNumber(0, 2 ** 31), 1)
  .option('--operations <number>', 'of each try', wholeNumber(1, 1_000_000), 4000)
  .addHelpText(
    'after',
    `\nNames:\n${Object.entries(PROTECTIONS)
      .map(([name, { what }]) => `  ${name.padEnd(20)}${what}`)
      .join('\n')}`,
  )
  .showHelpAfterError()
  .parse();
const { seed, operations } = program.opts<{ seed: number; operations: number }>();

/** @throws Error if what is to be removed is no longer there */
const copyWithout = async (copy: string, { edits }: Protection): Promise<void> => {
  await copyProject(copy);
  for (const [path, from, to] of edits) {
    const text = readFileSync(join(copy, path), 'utf8');
    assert.ok(text.includes(from), `${path} no longer says: ${from}`);
    writeFileSync(
      join(copy, path),
      text.replace(from, () => to),
    );
  }
};

const find = async (name: string, protection: Protection, temporary: string): Promise<boolean> => {
  const copy = join(temporary, name);
  await copyWithout(copy, protection);
  const start = performance.now();
  for (let tried = 0; tried < SEEDS; tried += 1) {
    const folder = join(copy, `data ${tried}`);
    mkdirSync(folder);
    const { report, keyFaults } = await runKind({
      kind: protection.kind,
      seed: seed + tried,
      operations,
      folder,
      file: join(copy, `history-${tried}.jsonl`),
      limits: { seconds: 60, megabytes: 2048 },
      root: copy,
      say: () => {},
    });
    if (keyFaults.length > 0) {
      console.log(
        `${name}: found in the history of keys, ${keyFaults.length} times: ${keyFaults[0]}`,
      );
      rmSync(copy, { recursive: true });
      return true;
    }
    const after = Math.min(...report.violations.map((violation) => violation.after));
    if (report.violations.length > 0) {
      const took = ((performance.now() - start) / 1000).toFixed(0);
      const shown = Math.min(...report.violations.map((violation) => violation.shown.length));
      console.log(
        `${name}: found under ${protection.kind} after ${tried * operations + after} operations, ${report.violations.length} times, shown in ${shown} operations (${took} s)`,
      );
      rmSync(copy, { recursive: true });
      return true;
    }
  }
  console.error(
    `${name}: NOT found in ${SEEDS * operations} operations under ${protection.kind}: ${protection.what}`,
  );
  return false;
};

try {
  requireChecker();
} catch (error) {
  if (!(error instanceof CheckerError)) throw error;
  console.error(error.message);
  process.exit(1);
}
const temporary = ownTemporaryFolder();
process.once('exit', endLocalServers);
let all = true;
for (const [name, protection] of Object.entries(PROTECTIONS)) {
  if (program.args.length > 0 && !program.args.includes(name)) continue;
  all = (await find(name, protection, temporary)) && all;
}
process.exit(all ? 0 : 1);

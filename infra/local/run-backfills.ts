import { buildBackfillStates } from '../../lib/storage/backfill-state.ts';
import { sourceVersion } from '../command-line/source-version.ts';
import { BACKFILLS } from '../operator/backfills/all-backfills.ts';
import { readStates, type Storage } from '../operator/backfills/backfill-states.ts';
import { neededBackfills } from '../operator/backfills/needed-backfills.ts';
import { runBackfill } from '../operator/backfills/run-backfill.ts';

/**
 * Does what a release and an operator do on other stages: runs the backfills that operations need, and forgets those that
 * this version does not have. On a new data folder they find nothing.
 */
export const runNeededBackfills = async (
  storage: Storage,
  log: (line: string) => void,
  all = BACKFILLS,
  needed = neededBackfills(),
): Promise<void> => {
  const { forget } = buildBackfillStates(storage.client, { backfills: storage.table('backfills') });
  const states = await readStates(storage);
  for (const { name } of states) if (!all[name]) await forget(name);
  const done = new Set(states.filter(({ status }) => status === 'done').map(({ name }) => name));
  for (const { name, neededBy } of needed) {
    const backfill = all[name];
    if (backfill === undefined || neededBy.length === 0 || done.has(name)) continue;
    const run = { by: 'npm start', version: sourceVersion(), rate: Number.POSITIVE_INFINITY };
    const { read, changed } = await runBackfill(storage, name, backfill, run);
    if (read > 0n) log(`The backfill ${name} read ${read} items and changed ${changed}.`);
  }
};

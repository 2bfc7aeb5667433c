import { BackfillState } from '../../../lib/storage/backfill-state.ts';
import { parseItem } from '../../../lib/storage/parse-item.ts';
import type { ItemKey, TableName } from '../../../lib/storage/tables.ts';
import {
  type AttributeChanges,
  hasValues,
  updateExpression,
} from '../../../lib/storage/update-expression.ts';
import { updateIf } from '../../../lib/storage/update-if.ts';
import type { OpenStage } from '../stage/stage.ts';
import { readDocuments, tryForAMinute } from '../stage/stored-items.ts';
import { RefusedError } from '../terminal/errors.ts';

export type Storage = Pick<OpenStage, 'client' | 'table'>;

const place = ({ table }: Storage) => ({ table: table('backfills'), name: 'backfills' }) as const;

/** A backfill that has read nothing yet. */
export const begun = () => ({
  status: 'running',
  startedAt: new Date().toISOString(),
  doneAt: undefined,
  read: 0n,
  changed: 0n,
  malformed: 0n,
  position: undefined,
});

/** What every backfill has done that ever ran on the stage. */
export const readStates = (storage: Storage): Promise<readonly BackfillState[]> =>
  Array.fromAsync(readDocuments(storage.client, place(storage).table), (read) =>
    parseItem(BackfillState, read, place(storage)),
  );

/**
 * Stores how far a backfill is.
 * @param startedAt if it must be the same run still. @default - any
 * @throws RefusedError if it was begun again meanwhile: its positions mean nothing then
 */
export const saveState = async (
  storage: Storage,
  name: string,
  changes: AttributeChanges,
  startedAt?: string,
): Promise<BackfillState> => {
  const updated = await tryForAMinute(() =>
    updateIf(storage.client, {
      TableName: place(storage).table,
      Key: { name } satisfies ItemKey<'backfills'>,
      ...updateExpression(changes, startedAt === undefined ? undefined : hasValues({ startedAt })),
      ReturnValues: 'ALL_NEW',
    }),
  );
  if (updated) return parseItem(BackfillState, updated, place(storage));
  throw new RefusedError(
    `Another command, or a restore, began the backfill ${name} again: run it again.`,
  );
};

/** Has the backfills of tables begin again with their next run, as items may be older now. @returns their names */
export const beginAgain = async (storage: Storage, tables: readonly TableName[]) => {
  const names = (await readStates(storage))
    .filter(({ table }) => tables.some((each) => each === table))
    .map(({ name }) => name);
  for (const name of names) await saveState(storage, name, begun());
  return names;
};

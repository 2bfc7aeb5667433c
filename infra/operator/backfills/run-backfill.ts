import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { MalformedItemError } from '../../../lib/errors/storage-errors.ts';
import { type BackfillState, getBackfillState } from '../../../lib/storage/backfill-state.ts';
import { readItem } from '../../../lib/storage/document-client.ts';
import {
  type AttributeChanges,
  hasValues,
  updateExpression,
} from '../../../lib/storage/update-expression.ts';
import { inParallel } from '../stage/in-parallel.ts';
import { keyOf, tryForAMinute } from '../stage/stored-items.ts';
import type { Backfill, Item } from './backfill.ts';
import { begun, type Storage, saveState } from './backfill-states.ts';
import { itemChanges } from './item-changes.ts';
import { createPace } from './pace.ts';

/** Most items that are read before the position is stored. */
const PAGE = 100;

/** As many runs are remembered: an item has room for some thousands. */
const MOST_RUNS = 1000;

/** Items so far. Malformed ones are left out. */
export type Counts = Readonly<Pick<BackfillState, 'changed' | 'malformed' | 'read'>>;

interface WalkOptions {
  /** Write units a second, and three times as many read units. */
  readonly rate: number;
  /** Is called after each item. */
  readonly onProgress?: (counts: Counts) => void;
  /** Is called for each malformed item, with an error that names it. */
  readonly onMalformed?: (error: Error) => void;
}

interface RunOptions extends WalkOptions {
  /** Who runs it, and with which version of the code: for the records. */
  readonly by: string;
  readonly version: string;
  /** Whether one that is done begins again. */
  readonly again?: boolean | undefined;
}

/**
 * Reads a table, strongly consistent. After an error it reads no more.
 * @param work on an item. @returns whether it was changed
 * @param state of the run, which is stored after each page. @default - a new one, which is not
 */
const walk = async (
  storage: Storage,
  backfill: Backfill,
  { rate, onProgress, onMalformed }: WalkOptions,
  work: (item: Item) => Promise<boolean>,
  state?: BackfillState,
): Promise<Counts> => {
  // A partition takes three read units for each write unit.
  const paced = createPace(3 * rate);
  const { read, changed, malformed } = state ?? begun();
  const counts = { read, changed, malformed };
  const walkItem = async (item: Item): Promise<void> => {
    try {
      if (await work(item)) counts.changed += 1n;
    } catch (error) {
      if (!(error instanceof MalformedItemError)) throw error;
      onMalformed?.(error);
      counts.malformed += 1n;
    }
    counts.read += 1n;
    onProgress?.(counts);
  };
  let position = state?.position;
  do {
    const command = new ScanCommand({
      TableName: storage.table(backfill.table),
      ConsistentRead: true,
      ReturnConsumedCapacity: 'TOTAL',
      Limit: PAGE,
      ExclusiveStartKey: position,
    });
    const page = await tryForAMinute(() => paced(() => storage.client.send(command)));
    await inParallel(page.Items ?? [], walkItem);
    position = page.LastEvaluatedKey;
    if (state && position) {
      await saveState(storage, state.name, { ...counts, position }, state.startedAt);
    }
  } while (position !== undefined);
  return counts;
};

/** Builds the work on an item: it is changed if it is still as it was read, else as it is now. */
const buildChange = ({ client, table }: Storage, backfill: Backfill, rate: number) => {
  const TableName = table(backfill.table);
  const paced = createPace(rate);
  const update = async (item: Item, changes: AttributeChanges) => {
    const names = [...Object.keys(item), ...Object.keys(changes)];
    const asRead = hasValues(Object.fromEntries(names.map((name) => [name, item[name]])));
    const command = new UpdateCommand({
      TableName,
      Key: keyOf(backfill.table, item),
      ...updateExpression(changes, asRead),
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ReturnConsumedCapacity: 'TOTAL',
    });
    try {
      return { ...(await client.send(command)), isChanged: true };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const Attributes = error.Item && readItem(error.Item);
      return { Attributes, ConsumedCapacity: undefined, isChanged: false };
    }
  };
  const change = async (item: Item): Promise<boolean> => {
    const changes = itemChanges(backfill, item, TableName);
    if (changes === undefined) return false;
    const { Attributes, isChanged } = await tryForAMinute(() => paced(() => update(item, changes)));
    // Looks at what it has written, too: another may have added an attribute since the item was read.
    const isChangedAgain = Attributes !== undefined && (await change(Attributes));
    return isChanged || isChangedAgain;
  };
  return change;
};

/**
 * Runs a backfill to its end. One that was cut off goes on where it was, if the version is the same. One that is done does
 * nothing.
 * @returns its state afterwards
 * @throws RefusedError if it is begun again meanwhile, or is wrong: `itemChanges`
 */
export const runBackfill = async (
  storage: Storage,
  name: string,
  backfill: Backfill,
  { by, version, again = false, ...options }: RunOptions,
): Promise<BackfillState> => {
  const { client, table } = storage;
  const before = await getBackfillState(client, { backfills: table('backfills') }, name);
  if (before?.status === 'done' && !again) return before;
  const goesOn = before?.status === 'running' && before.version === version && !again;
  const run = { at: new Date().toISOString(), by, version };
  const state = await saveState(storage, name, {
    ...(goesOn ? {} : begun()),
    table: backfill.table,
    version,
    runs: [...(before?.runs ?? []), run].slice(-MOST_RUNS),
  });
  const change = buildChange(storage, backfill, options.rate);
  const counts = await walk(storage, backfill, options, change, state);
  const done = { ...counts, status: 'done', doneAt: new Date().toISOString(), position: undefined };
  return saveState(storage, name, done, state.startedAt);
};

/** Counts what a backfill would change, with three examples, and changes nothing. */
export const lookAtBackfill = async (
  storage: Storage,
  backfill: Backfill,
  options: WalkOptions,
) => {
  const examples: { readonly key: Item; readonly changes: Item }[] = [];
  const counts = await walk(storage, backfill, options, async (item) => {
    const changes = itemChanges(backfill, item, storage.table(backfill.table));
    if (changes && examples.length < 3)
      examples.push({ key: keyOf(backfill.table, item), changes });
    return changes !== undefined;
  });
  return { ...counts, examples };
};

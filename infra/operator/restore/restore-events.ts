import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { headKey, LogHead, logName, oldestKept } from '../../../lib/events/log-head.ts';
import { readItem } from '../../../lib/storage/document-client.ts';
import { parseItem } from '../../../lib/storage/parse-item.ts';
import type { OpenStage } from '../stage/stage.ts';
import { RefusedError } from '../terminal/errors.ts';
import { type Copied, findRestored, type RestoreOptions } from './restored-tables.ts';
import { readDocuments, readItems, type StoredItem, writeItems } from './stored-items.ts';
import { differences, type RestoredTable } from './table-differences.ts';

type Tables = Pick<OpenStage, 'client' | 'table'>;

/**
 * How far a log moves on when it begins again: further than it can have grown since a second that AWS restores, which is
 * at most 35 days ago. A log takes 500 events a second (docs/scale.md).
 */
const FURTHER = 2_000_000_000n;

/**
 * Restores the logs of events. Positions that clients have read never get other events. Without `overwrite` it adds events
 * that are missing, which changes nothing for readers. With it every log begins again, empty, after all positions that a
 * reader can have: each reader gets `events_expired`, and begins a new copy. Either can be repeated.
 * @throws RefusedError if the restored table is missing, or if logs would have gaps without `overwrite`. Nothing is
 * written then.
 * @throws MalformedItemError if an item is not one of the table `events`
 */
export const restoreEvents = async (
  stage: Tables,
  { suffix, overwrite, dryRun }: RestoreOptions,
): Promise<Copied> => {
  const [copied] = await findRestored(stage.client, ['events'], stage.table, suffix);
  if (copied === undefined) throw new Error('findRestored leaves no table out.');
  const { counts, writes } = await (overwrite ? planRestart : planAdding)(stage, copied);
  for (const each of dryRun ? [] : writes()) {
    await writeItems(stage.client, copied.to, each, () => {});
  }
  return { table: 'events', added: 0, replaced: 0, removed: 0, ...counts };
};

/** An event, the head of a log, or a mark of what was recorded. Heads and marks have position 0. */
const entryOf = (item: StoredItem, table: string) => {
  const read = readItem({ ...item });
  const place = parseItem(Place, read, { table, name: 'events' });
  return { ...place, head: LogHead.safeParse(read).data };
};
const Place = z.object({ log: z.string(), position: z.bigint() });

/** Finds what is missing, and refuses it unless each log is whole with it. */
const planAdding = async ({ client }: Tables, copied: RestoredTable) => {
  const logs = new Map<string, { head: LogHead | undefined; readonly positions: Set<bigint> }>();
  const foundOf = (log: string) => {
    const found = logs.get(log) ?? { head: undefined, positions: new Set() };
    logs.set(log, found);
    return found;
  };
  for await (const item of readItems(client, copied.to)) {
    const { log, position, head } = entryOf(item, copied.to);
    if (head) foundOf(log).head = head;
    else if (position > 0n) foundOf(log).positions.add(position);
  }

  const now = new Date();
  /** The oldest position that readers can ask for. */
  const firstOf = (log: string): bigint => {
    const head = logs.get(log)?.head;
    return head ? oldestKept(head, now) : 1n;
  };
  const missing = async function* () {
    for await (const { kind, write } of differences(client, copied)) {
      const Item = write.PutRequest?.Item;
      // What was recorded since stays.
      if (Item === undefined) continue;
      const entry = entryOf(Item, copied.from);
      const isReadable = entry.position === 0n || entry.position >= firstOf(entry.log);
      if (isReadable) yield { kind, write, ...entry };
    }
  };
  const damaged = new Set<string>();
  let added = 0;
  for await (const { kind, log, position, head } of missing()) {
    if (head && head.newest > (foundOf(log).head?.newest ?? -1n)) damaged.add(log);
    // Another event at a position that clients may have read.
    if (position > 0n && kind === 'replaced') damaged.add(log);
    if (position > 0n && kind === 'added') foundOf(log).positions.add(position);
    if (kind === 'added') added += 1;
  }
  for (const [log, { head, positions }] of logs) {
    const first = firstOf(log);
    const kept = [...positions].filter((position) => position >= first);
    const isWhole =
      head !== undefined &&
      BigInt(kept.length) === head.newest - first + 1n &&
      kept.every((position) => position <= head.newest);
    if (!isWhole) damaged.add(log);
  }
  const [one] = damaged;
  if (one !== undefined) {
    throw new RefusedError(
      `${damaged.size} logs, such as ${one}, would have gaps or other events than clients have read. Nothing was changed. With --overwrite all logs begin again, and clients begin new copies: docs/restoring.md, “Logs of events”.`,
    );
  }
  const writes = async function* () {
    for await (const { kind, write } of missing()) if (kind === 'added') yield write;
  };
  return { counts: { added }, writes: () => [writes()] };
};

/** Finds where each log begins again. Accounts without a log may have had one. */
const planRestart = async ({ client, table }: Tables, { from, to }: RestoredTable) => {
  const newest = new Map([[logName('pets', ''), 0n]]);
  for await (const read of readDocuments(client, table('accounts'))) {
    const location = { table: table('accounts'), name: 'accounts' } as const;
    const { accountId } = parseItem(z.object({ accountId: z.string() }), read, location);
    newest.set(logName('orders', accountId), 0n);
  }
  let removed = 0;
  for (const each of [from, to]) {
    for await (const item of readItems(client, each)) {
      const { log, position, head } = entryOf(item, each);
      const last = head?.newest ?? position;
      if (last > (newest.get(log) ?? 0n)) newest.set(log, last);
      if (each === to && position > 0n) removed += 1;
    }
  }
  const heads = new Map([...newest].map(([log, position]) => [log, position + FURTHER]));
  return {
    counts: { replaced: heads.size, removed },
    // The heads first: nothing can be appended before them then.
    writes: () => [putHeads(heads), deletions(client, to, heads)],
  };
};

async function* putHeads(heads: ReadonlyMap<string, bigint>) {
  for (const [log, newest] of heads) {
    yield { PutRequest: { Item: marshall({ ...headKey(log), newest, days: {} }) } };
  }
}

/** Deletes the events before the heads. Without that, readers at the last one would wait, and miss what follows. Marks stay. */
async function* deletions(
  client: DynamoDBDocumentClient,
  table: string,
  heads: ReadonlyMap<string, bigint>,
) {
  for await (const item of readItems(client, table)) {
    const { log, position } = entryOf(item, table);
    const isBefore = position > 0n && position <= (heads.get(log) ?? 0n);
    if (isBefore) yield { DeleteRequest: { Key: marshall({ log, position }) } };
  }
}

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { TableName } from '../../lib/tables.ts';
import { RefusedError } from './errors.ts';
import { findRepairs, type Repairs } from './order-repairs.ts';
import { raiseCounters, readCounters } from './raise-counters.ts';
import { findRestored, type RestoredTable } from './restored-tables.ts';
import type { OpenStage } from './stage.ts';
import { writeItems } from './stored-items.ts';
import { type Difference, differences } from './table-differences.ts';

/** The tables that belong together and are restored to the same second. The counters are raised last. */
const SERVICE_DATA = ['pets', 'orders', 'categories', 'idempotencyKeys', 'counters'] as const;

/** Tables that are restored alone. */
export const SEPARATE = ['accounts', 'apiKeys', 'counters', 'messages'] as const;

export interface RestoreOptions {
  /** The suffix of restored tables, after a hyphen. */
  readonly suffix: string;
  /** One table alone. @default - the service's data */
  readonly only?: (typeof SEPARATE)[number] | undefined;
  /** Whether items that the stage has besides may be replaced and removed. */
  readonly overwrite?: boolean | undefined;
  /** Whether only to compare, and write nothing. */
  readonly dryRun?: boolean | undefined;
}

/** How many items of a table differ from the restored one, by what is done to them. */
export type Copied = { readonly table: TableName } & Readonly<Record<Difference['kind'], number>>;

/** The items that were copied and repaired. Counters are only added or raised. */
export interface RestoreResult {
  readonly tables: readonly Copied[];
  readonly repairs: readonly string[];
}

/**
 * Copies restored tables back into the stage's. It checks everything before it writes. It can be
 * repeated: a second run completes the first. Clients must not write meanwhile.
 * @throws RefusedError if a restored table is missing or does not fit the others, or if items of
 * the stage would be lost without `overwrite`. Nothing is written then.
 */
export const restoreTables = async (
  { client, table }: Pick<OpenStage, 'client' | 'table'>,
  { suffix, only, overwrite, dryRun }: RestoreOptions,
  note: (text: string) => void,
): Promise<RestoreResult> => {
  const found = await findRestored(client, only ? [only] : SERVICE_DATA, table, suffix);
  const repairs = only ? undefined : await findRepairs(client, placesOf(found));
  const counters = found.find(({ name }) => name === 'counters');
  const raised = counters && (await countersToRaise(client, counters, repairs));
  for (const line of repairs?.lines ?? []) note(line);

  const tables = found
    .filter(({ name }) => name !== 'counters')
    .map((each) => ({ ...each, ...repairedOf(each.name, repairs) }));
  const copied: Copied[] = [];
  for (const each of tables) copied.push(await count(client, each));
  if (!overwrite) refuseLoss(copied, table);
  if (!dryRun) {
    note('Copying. If this is cut off, run the same command again: it does what is left.');
    for (const [index, each] of tables.entries()) await copy(client, each, copied[index], note);
    if (raised) await raiseCounters(client, table('counters'), raised.restored);
  }
  return { tables: raised ? [...copied, raised.copied] : copied, repairs: repairs?.lines ?? [] };
};

const placesOf = (tables: readonly RestoredTable[]) => {
  const place = (name: TableName): string => tables.find((each) => each.name === name)?.from ?? '';
  return { pets: place('pets'), orders: place('orders') };
};

const repairedOf = (name: TableName, repairs: Repairs | undefined) => {
  if (repairs === undefined || (name !== 'pets' && name !== 'orders')) return undefined;
  return { repaired: repairs[name] };
};

/** @throws RefusedError if ids that were given would be given again */
const countersToRaise = async (
  client: DynamoDBDocumentClient,
  { name: counters, from, to }: RestoredTable,
  repairs: Repairs | undefined,
) => {
  const restored = await readCounters(client, from);
  const present = await readCounters(client, to);
  for (const [name, highest] of Object.entries(repairs?.highest ?? {})) {
    const value = restored.get(name) ?? 0n;
    if (value >= highest) continue;
    throw new RefusedError(
      `The counter of ${name} in ${from} is ${value}, and the restored ${name} have the id ${highest}: they were restored to different times. Restore all to the same second, or to an earlier one.`,
    );
  }
  const lost = [...restored.keys()].filter((name) => !present.has(name));
  if (repairs && lost.length > 0) {
    throw new RefusedError(
      `${to} has lost the counter of ${lost.join(' and of ')}, so ids that clients have seen could be given again. Restore the latest counters first: docs/restoring.md, “If the counters are lost”.`,
    );
  }
  const lower = [...restored].filter(([name, value]) => value > (present.get(name) ?? value));
  const copied = { table: counters, added: lost.length, replaced: lower.length, removed: 0 };
  return { restored, copied };
};

const count = async (client: DynamoDBDocumentClient, each: RestoredTable): Promise<Copied> => {
  const counts = { added: 0, replaced: 0, removed: 0 };
  for await (const { kind } of differences(client, each)) counts[kind] += 1;
  return { table: each.name, ...counts };
};

const refuseLoss = (copied: readonly Copied[], table: (name: TableName) => string): void => {
  const losses = copied
    .filter(({ replaced, removed }) => replaced + removed > 0)
    .map(
      ({ table: name, replaced, removed }) =>
        `${table(name)} has ${replaced + removed} items that are not in the restored table, or not as they are there`,
    );
  if (losses.length === 0) return;
  throw new RefusedError(
    `${losses.join('; ')}. Nothing was changed. With --overwrite they are replaced, or deleted.`,
  );
};

/** How often it reports progress on a table. */
const PROGRESS_INTERVAL_MS = 5000;

const copy = async (
  client: DynamoDBDocumentClient,
  each: RestoredTable,
  planned: Copied | undefined,
  note: (text: string) => void,
): Promise<void> => {
  const { added = 0, replaced = 0, removed = 0 } = planned ?? {};
  const all = added + replaced + removed;
  let [done, notedAt] = [0, Date.now()];
  const writes = differences(client, each);
  await writeItems(client, each.to, writesOf(writes), (written) => {
    done += written;
    if (done < all && Date.now() - notedAt < PROGRESS_INTERVAL_MS) return;
    notedAt = Date.now();
    note(`${each.name}: ${done} of ${all} items written`);
  });
};

async function* writesOf(found: AsyncIterable<Difference>) {
  for await (const { write } of found) yield write;
}

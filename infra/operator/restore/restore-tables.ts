import { type TableName, tableNames } from '../../../lib/storage/tables.ts';
import { beginAgain } from '../backfills/backfill-states.ts';
import type { OpenStage } from '../stage/stage.ts';
import { writeItems } from '../stage/stored-items.ts';
import { RefusedError } from '../terminal/errors.ts';
import { findRepairs } from './order-repairs.ts';
import { findLowCounters } from './raise-counters.ts';
import { differences, findRestored } from './restored-tables.ts';

/** Tables that are restored alone, webhooks with their secrets. */
export const SEPARATE = ['accounts', 'apiKeys', 'counters', 'messages', 'webhooks'] as const;

/** Counters are restored with the service's data, too. */
const ALONE = SEPARATE.filter((name) => name !== 'counters');

export interface RestoreOptions {
  /** The suffix of restored tables, after a hyphen. */
  readonly suffix: string;
  /** One table alone. @default - the service's data */
  readonly only?: (typeof SEPARATE)[number] | undefined;
  /** Whether items that the stage has besides may be replaced and removed. */
  readonly overwrite?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
}

/** All other tables belong together and are restored to the same second: `TABLES` of docs/restoring.md. */
export const APART = new Set<TableName>([...ALONE, 'backfills', 'events', 'webhookSecrets']);

const tablesOf = (only: RestoreOptions['only']): readonly TableName[] => {
  if (only === undefined) return tableNames().filter((name) => !APART.has(name));
  return only === 'webhooks' ? ['webhooks', 'webhookSecrets'] : [only];
};

/**
 * Copies restored tables back into the stage's. It checks everything before it writes. It can be
 * repeated: a second run completes the first. Clients must not write meanwhile.
 * @returns how many items of each table differed, by what was done to them, and the repairs. Counters are only added or raised
 * @throws RefusedError if a restored table is missing or does not fit the others, or if items of
 * the stage would be lost without `overwrite`. Nothing is written then.
 */
export const restoreTables = async (
  stage: Pick<OpenStage, 'client' | 'table'>,
  { suffix, only, overwrite, dryRun }: RestoreOptions,
  note: (text: string) => void,
) => {
  const { client, table } = stage;
  const found = await findRestored(client, tablesOf(only), table, suffix);
  const from = (name: TableName): string => `${table(name)}-${suffix}`;
  const repairs = only
    ? undefined
    : await findRepairs(client, { pets: from('pets'), orders: from('orders') });
  const counters = found.find(({ name }) => name === 'counters');
  const low = counters && (await findLowCounters(client, counters, repairs?.highest));
  const lines = repairs?.lines ?? [];
  for (const line of lines) note(line);

  const repaired = new Map(Object.entries(repairs?.items ?? {}));
  const copies = found.filter((each) => each !== counters);
  const tables = await Array.fromAsync(copies, async (each) => {
    const copied = { ...each, repaired: repaired.get(each.name) };
    const counts = { added: 0, replaced: 0, removed: 0 };
    for await (const { kind } of differences(client, copied)) counts[kind] += 1;
    return { ...copied, counts };
  });
  const losses = tables.flatMap(({ to, counts: { replaced, removed } }) => {
    const count = replaced + removed;
    return count === 0
      ? []
      : [`${to} has ${count} items that are not in the restored table, or not as they are there`];
  });
  if (losses.length > 0 && !overwrite) {
    throw new RefusedError(
      `${losses.join('; ')}. Nothing was changed. With --overwrite they are replaced, or deleted.`,
    );
  }
  if (!dryRun) {
    // Before anything is older than they say.
    for (const name of await beginAgain(stage, tablesOf(only))) {
      note(`The backfill ${name} is not done any more: run it after the restore.`);
    }
    note('Copying. If this is cut off, run the same command again: it does what is left.');
    for (const each of tables) {
      const { added, replaced, removed } = each.counts;
      note(`${each.name}: ${added + replaced + removed} items, about a thousand a second`);
      await writeItems(client, each.to, differences(client, each));
    }
    await low?.raise();
  }
  const copied = tables.map(({ name, counts }) => ({ table: name, ...counts }));
  if (low) copied.push({ table: 'counters', ...low.counts });
  return { tables: copied, repairs: lines };
};

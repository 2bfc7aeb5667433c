import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { parseItem } from '../../../lib/storage/parse-item.ts';
import type { ItemKey } from '../../../lib/storage/tables.ts';
import { updateExpression } from '../../../lib/storage/update-expression.ts';
import { updateIf } from '../../../lib/storage/update-if.ts';
import { readDocuments } from '../stage/stored-items.ts';
import { RefusedError } from '../terminal/errors.ts';

const CounterItem = z.object({ name: z.string(), value: z.bigint() });

const readCounters = async (client: DynamoDBDocumentClient, table: string) => {
  const counters = await Array.fromAsync(readDocuments(client, table), (read) =>
    parseItem(CounterItem, read, { table, name: 'counters' }),
  );
  return new Map(counters.map(({ name, value }) => [name, value]));
};

/**
 * Finds the counters of the stage that are lower than the restored ones or than restored ids: no id may be given twice.
 * @param ids the highest restored ids; without them a counter that the stage lacks is added
 * @returns what raises them, and how many
 * @throws RefusedError if the stage lacks a counter
 * @throws MalformedItemError if an item is not a counter
 */
export const findLowCounters = async (
  client: DynamoDBDocumentClient,
  { from, to }: { readonly from: string; readonly to: string },
  ids: Readonly<Record<string, bigint>> | undefined,
) => {
  const [restored, present] = [await readCounters(client, from), await readCounters(client, to)];
  for (const [name, id] of Object.entries(ids ?? {})) {
    if (id > (restored.get(name) ?? 0n)) restored.set(name, id);
  }
  const lost = [...restored.keys()].filter((name) => !present.has(name));
  if (ids && lost.length > 0) {
    throw new RefusedError(
      `${to} has lost the counter of ${lost.join(' and of ')}, so ids that clients have seen could be given again. Restore the latest counters first: docs/restoring.md, “If the counters are lost”.`,
    );
  }
  const low = new Map([...restored].filter(([name, value]) => value > (present.get(name) ?? -1n)));
  const raise = async (): Promise<void> => {
    for (const [name, value] of low) {
      const condition = { ConditionExpression: 'attribute_not_exists(#value) OR #value < :value' };
      await updateIf(client, {
        TableName: to,
        Key: { name } satisfies ItemKey<'counters'>,
        ...updateExpression({ value }, condition),
      });
    }
  };
  return { raise, counts: { added: lost.length, replaced: low.size - lost.length, removed: 0 } };
};

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { parseItem } from './parse-item.ts';
import type { ItemKey, Tables } from './tables.ts';
import { plus, updateExpression } from './update-expression.ts';
import { updateIf } from './update-if.ts';

const CounterItem = z.object({ value: z.bigint() });

/**
 * Takes the next id: unique under any concurrency, ascending, from 1, never given again. One round trip.
 * @param name of the counter: one item of the table
 */
export const buildTakeId =
  (client: DynamoDBDocumentClient, { counters }: Tables<'counters'>, name: string) =>
  async (): Promise<bigint> => {
    const counter = await updateIf(client, {
      TableName: counters,
      Key: { name } satisfies ItemKey<'counters'>,
      ...updateExpression({ value: plus(1) }),
      ReturnValues: 'UPDATED_NEW',
    });
    return parseItem(CounterItem, { ...counter, name }, { table: counters, name: 'counters' })
      .value;
  };

/** An id from a counter is in use already: nothing was stored under it. */
export class IdTakenError extends Error {
  override readonly name = 'IdTakenError';

  constructor(id: bigint) {
    super(`The id ${id} is taken: the counter is lower than the ids in the table`);
  }
}

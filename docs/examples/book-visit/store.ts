import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { v7 as uuidv7 } from 'uuid';
import { RequestError } from '../../lib/errors/request-error.ts';
import { buildCreateOnce, type Create } from '../../lib/idempotency/create-once.ts';
import { type Clock, systemClock } from '../../lib/process/clock.ts';
import { parseItem } from '../../lib/storage/parse-item.ts';
import type { TablesOf } from '../../lib/storage/tables.ts';
import { bookVisit, type NewVisit, Visit } from './contract.ts';

/** Seconds that a visit is kept: 30 days. */
const TTL_SECONDS = 30 * 24 * 60 * 60;

/**
 * Books a visit, once for each idempotency key. Two round trips.
 * @throws RequestError if the day is over
 * @throws the errors of `CreateOnce`
 */
export type BookVisit = Create<NewVisit & { readonly day: string }, Visit>;

export const buildBookVisit = (
  client: DynamoDBDocumentClient,
  tables: TablesOf<typeof bookVisit.access>,
  clock: Clock = systemClock,
): BookVisit => {
  const { visits } = tables;
  const createOnce = buildCreateOnce(client, tables, bookVisit, Visit, clock);

  const lastOn = async (day: string): Promise<bigint> => {
    const { Items: [last] = [] } = await client.send(
      new QueryCommand({
        TableName: visits,
        IndexName: 'byDay',
        KeyConditionExpression: '#day = :day',
        ExpressionAttributeNames: { '#day': 'day' },
        ExpressionAttributeValues: { ':day': day },
        ScanIndexForward: false,
        Limit: 1,
      }),
    );
    return last ? parseItem(Visit, last, { table: visits, name: 'visits' }).number : 0n;
  };

  return async (input, idempotency) => {
    const now = clock();
    if (input.day < now.toISOString().slice(0, 10)) throw new RequestError('day_past');
    const number = (await lastOn(input.day)) + 1n;
    const item: Visit = { id: `visit_${uuidv7({ msecs: now.getTime() })}`, ...input, number };
    const expiresAt = Math.floor(now.getTime() / 1000) + TTL_SECONDS;
    const parts = { visit: { Put: { TableName: visits, Item: { ...item, expiresAt } } } };
    const result = await createOnce({ idempotency, input, item, parts });
    if ('failed' in result) throw new Error('A write without a condition was refused');
    return result;
  };
};

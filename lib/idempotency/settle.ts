import { createHash } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { writeJson } from '../json.ts';
import type { Schema } from '../schema.ts';
import { StorageUnavailableError } from '../storage-errors.ts';
import { parseItem } from '../stored-item.ts';
import { type Idempotency, IdempotencyKeyReusedError } from './idempotency-key.ts';

/** Seconds that an idempotency key is kept: a day. */
const KEPT = 24 * 60 * 60;

/**
 * Settles what a request with an idempotency key makes: what it has prepared, or what an earlier
 * request of the account with the same key did. One round trip, two where there was an earlier one.
 * @throws IdempotencyKeyReusedError if the earlier one was another request
 * @throws MalformedItemError if what is stored of it is none of ours
 * @throws the errors of `lib/storage-errors.ts`
 */
export type Settle<Wanted, Made> = (
  idempotency: Idempotency,
  wanted: Wanted,
  prepared: Made,
) => Promise<Made>;

const KeyRecord = z.object({ fingerprint: z.string() });

/**
 * Builds it over the `idempotencyKeys` table.
 * @param operationId whose requests these are: a key serves one operation
 * @param schema reads what was prepared back from a record
 */
export const buildSettle =
  <Wanted, Made>(
    client: DynamoDBDocumentClient,
    table: string,
    operationId: string,
    schema: Schema<Made>,
    clock: () => Date = () => new Date(),
  ): Settle<Wanted, Made> =>
  async ({ accountId, key }, wanted, prepared) => {
    // Hashed, as clients may put anything into a key.
    const id = hash(`${accountId} ${key}`);
    // What was asked as it was understood: notation, and members that are ignored, make no difference.
    const fingerprint = hash(`${operationId} ${writeJson(wanted)}`);
    const now = Math.floor(clock().getTime() / 1000);
    try {
      await client.send(
        new PutCommand({
          TableName: table,
          Item: { id, fingerprint, made: prepared, expiresAt: now + KEPT },
          // DynamoDB deletes what has expired within days, not at once.
          ConditionExpression: 'attribute_not_exists(id) OR expiresAt <= :now',
          ExpressionAttributeValues: { ':now': now },
        }),
      );
      return prepared;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
    // The record is our own if the SDK sent it again after its answer was lost.
    const { Item } = await client.send(
      new GetCommand({ TableName: table, Key: { id }, ConsistentRead: true }),
    );
    if (Item === undefined) throw new StorageUnavailableError('The record has just expired');
    const place = { table, key: ['id'] };
    const record = parseItem(KeyRecord, Item, place);
    if (record.fingerprint !== fingerprint) throw new IdempotencyKeyReusedError();
    return parseItem(z.object({ made: schema }), Item, place).made;
  };

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

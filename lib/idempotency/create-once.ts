import { createHash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { writeJson } from '../json.ts';
import type { Schema } from '../schema.ts';
import { parseItem } from '../stored-item.ts';
import { type FailedParts, type TransactionPart, transact } from '../transaction.ts';
import { type Idempotency, IdempotencyKeyReusedError } from './idempotency-key.ts';

/** Seconds that an idempotency key is kept: a day. */
const KEPT = 24 * 60 * 60;

/** How something is created. */
export interface Creation<Wanted, Made> {
  /** Gives it an id that nothing else ever has, and everything else that the service adds. */
  readonly prepare: (wanted: Wanted) => Promise<Made>;
  /** Stores it by itself. */
  readonly store: (made: Made) => Promise<void>;
  /** Stores it as parts of a transaction. */
  readonly parts: (made: Made) => readonly TransactionPart[];
  /**
   * Says why those of its parts failed.
   * @default - an Error that nobody expects
   */
  readonly refusal?: (made: Made, failed: FailedParts) => Error;
}

/** What was created, and whether an earlier request with the same key did it. */
export interface Created<Made> {
  readonly made: Made;
  readonly replayed: boolean;
}

/**
 * Creates something, once for each idempotency key that an account sends within a day.
 * @throws IdempotencyKeyReusedError if the key came with another request before
 * @throws MalformedItemError if the key's record is not one of ours
 * @throws the errors of `lib/storage-errors.ts`; with a key the request may be sent again
 */
export type CreateOnce<Wanted, Made> = (
  wanted: Wanted,
  idempotency?: Idempotency,
) => Promise<Created<Made>>;

const KeyRecord = z.object({ fingerprint: z.string() });

/**
 * Builds it over the `idempotencyKeys` table. One transaction stores the item and the key's record,
 * which holds the whole answer: one is there exactly if the other was stored.
 * @param operationId whose requests these are: a key serves one operation
 * @param schema reads the answer back from a record
 */
export const buildCreateOnce =
  <Wanted, Made extends { readonly id: unknown }>(
    client: DynamoDBDocumentClient,
    table: string,
    operationId: string,
    schema: Schema<Made>,
    { prepare, store, parts, refusal }: Creation<Wanted, Made>,
    clock: () => Date = () => new Date(),
  ): CreateOnce<Wanted, Made> =>
  async (wanted, idempotency) => {
    const made = await prepare(wanted);
    if (idempotency === undefined) {
      await store(made);
      return { made, replayed: false };
    }
    const { accountId, key } = idempotency;
    // What was asked as it was understood: notation, and members that are ignored, make no difference.
    const fingerprint = hash(`${operationId} ${writeJson(wanted)}`);
    const now = Math.floor(clock().getTime() / 1000);
    const record = {
      TableName: table,
      // Hashed, as clients may put anything into a key.
      Item: { id: hash(`${accountId} ${key}`), fingerprint, made, expiresAt: now + KEPT },
      // DynamoDB deletes what has expired within days, not at once.
      ConditionExpression: 'attribute_not_exists(id) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': now },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    };
    const failed = await transact(client, [{ Put: record }, ...parts(made)]);
    if (failed === undefined) return { made, replayed: false };
    const [earlier, ...others] = failed;
    if (earlier?.item === undefined) {
      throw refusal?.(made, others) ?? new Error('The condition of a creation did not hold');
    }
    const place = { table, key: ['id'] };
    if (parseItem(KeyRecord, earlier.item, place).fingerprint !== fingerprint) {
      throw new IdempotencyKeyReusedError();
    }
    const answer = parseItem(z.object({ made: schema }), earlier.item, place).made;
    // The record is this request's own if the SDK sent it again after its answer was lost.
    return { made: answer, replayed: answer.id !== made.id };
  };

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

import { createHash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { RequestError } from '../errors/request-error.ts';
import { type Clock, systemClock } from '../process/clock.ts';
import { parseItem } from '../storage/parse-item.ts';
import type { Tables } from '../storage/tables.ts';
import { type FailedParts, type TransactionParts, transact } from '../storage/transact.ts';
import { writeJson } from '../values/json.ts';
import type { Schema } from '../values/schema.ts';
import type { Idempotency } from './idempotency-key.ts';

/** Seconds that the record of an idempotency key is kept: a day. */
const TTL_SECONDS = 24 * 60 * 60;

export interface Creation<Item, Parts> {
  /** Undefined if the request has no idempotency key: then nothing is recorded. */
  readonly idempotency: Idempotency | undefined;
  /** The request as it was understood: notation, and members that are ignored, make no difference. */
  readonly input: unknown;
  /** What the request is answered with, now and each time that it comes again. */
  readonly item: Item;
  /** The writes that store it, by names. */
  readonly parts: Parts;
}

/** What was created, and whether an earlier request with the same idempotency key did it. */
export interface Created<Item> {
  readonly item: Item;
  readonly replayed: boolean;
}

/** Creates something, once for each idempotency key. */
export type Create<Input, Item> = (
  input: Input,
  idempotency?: Idempotency,
) => Promise<Created<Item>>;

/**
 * Creates something, once for each idempotency key that an account sends within a day. One round trip.
 * @returns `failed` if nothing was created, as the conditions of these parts did not hold
 * @throws RequestError `idempotency_key_reused` if the idempotency key came with another request before
 * @throws StorageError; with an idempotency key the request may be sent again
 */
export type CreateOnce<Item> = <Parts extends TransactionParts>(
  creation: Creation<Item, Parts>,
) => Promise<Created<Item> | { readonly failed: FailedParts<Parts> }>;

const Fingerprint = z.object({ fingerprint: z.string() });

/**
 * One transaction stores the item and the record of the idempotency key, which has the whole answer: one is there
 * exactly if the other was stored.
 * @param operation whose requests these are: an idempotency key serves one
 * @param schema reads the answer back from a record
 */
export const buildCreateOnce =
  <Item extends { readonly id: unknown }>(
    client: DynamoDBDocumentClient,
    { idempotencyKeys: table }: Tables<'idempotencyKeys'>,
    { operationId }: { readonly operationId: string },
    schema: Schema<Item>,
    clock: Clock = systemClock,
  ): CreateOnce<Item> =>
  async ({ idempotency, input, item, parts }) => {
    if (idempotency === undefined) {
      const failed = await transact(client, parts);
      return failed ? { failed } : { item, replayed: false };
    }
    const { accountId, key } = idempotency;
    const fingerprint = hash(`${operationId} ${writeJson(input)}`);
    const now = Math.floor(clock().getTime() / 1000);
    const record = {
      Put: {
        TableName: table,
        // Hashed, as clients may put anything into an idempotency key.
        Item: {
          id: hash(`${accountId} ${key}`),
          fingerprint,
          made: item,
          expiresAt: now + TTL_SECONDS,
        },
        // DynamoDB deletes what has expired within days, not at once.
        // Nor does a record whose maker's clock was more than a day ahead refuse another request for that long.
        ConditionExpression:
          'attribute_not_exists(id) OR expiresAt <= :now OR (expiresAt > :latest AND fingerprint <> :fingerprint)',
        ExpressionAttributeValues: {
          ':now': now,
          ':latest': now + 2 * TTL_SECONDS,
          ':fingerprint': fingerprint,
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      },
    };
    const failed = await transact(client, { record, ...parts });
    if (failed === undefined) return { item, replayed: false };
    if (failed.record?.item === undefined) return { failed };

    const earlier = failed.record.item;
    const location = { table, name: 'idempotencyKeys' } as const;
    if (parseItem(Fingerprint, earlier, location).fingerprint !== fingerprint) {
      throw new RequestError('idempotency_key_reused');
    }
    const answer = parseItem(z.object({ made: schema }), earlier, location).made;
    // The record is this request's own if the SDK sent it again after its answer was lost.
    return { item: answer, replayed: answer.id !== item.id };
  };

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

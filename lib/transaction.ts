import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { readItem, WATCHED, watchAttempts } from './dynamodb.ts';
import { pause, SENT_AT_MOST } from './pause.ts';
import { StorageUnavailableError } from './storage-errors.ts';

/** One write of a transaction, or one condition. */
export type TransactionPart = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A part whose condition did not hold. */
export interface FailedPart {
  /** The item as it is stored, if the part asks for it: `ReturnValuesOnConditionCheckFailure`. */
  readonly item: Readonly<Record<string, unknown>> | undefined;
  /** Whether an attempt was not answered, which may take effect when the condition holds. */
  readonly unsure: boolean;
}

/** For each part in order: undefined if its condition held. */
export type FailedParts = readonly (FailedPart | undefined)[];

/** Why DynamoDB cancels a transaction that may succeed a moment later. */
const PASSING = new Set([
  'TransactionConflict',
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
]);

/**
 * Writes all parts or none. One round trip, and more where it meets other writes to the same items.
 * @returns the parts whose conditions did not hold; undefined if everything is written
 * @throws StorageUnavailableError if it keeps meeting other writes: nothing is written then
 * @throws the other errors of `lib/storage-errors.ts`
 */
export const transact = async (
  client: DynamoDBDocumentClient,
  parts: readonly TransactionPart[],
): Promise<FailedParts | undefined> => {
  const { isUnsure, middleware } = watchAttempts();
  for (let sent = 1; ; sent += 1) {
    try {
      const command = new TransactWriteCommand({ TransactItems: [...parts] });
      command.middlewareStack.add(middleware, WATCHED);
      await client.send(command);
      return undefined;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      // Looked at first: nobody knows whether the condition of such a part holds.
      if (reasons.some(({ Code = '' }) => PASSING.has(Code))) {
        if (sent < SENT_AT_MOST) {
          await pause(sent);
          continue;
        }
        const told = 'A transaction keeps meeting other writes, or is throttled';
        throw new StorageUnavailableError(told, { cause: error });
      }
      if (!reasons.some(({ Code }) => Code === 'ConditionalCheckFailed')) throw error;
      return reasons.map(({ Code, Item }) =>
        Code === 'ConditionalCheckFailed'
          ? { item: Item && readItem(Item), unsure: isUnsure() }
          : undefined,
      );
    }
  }
};

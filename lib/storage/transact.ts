import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { StorageUnavailableError } from '../errors/storage-errors.ts';
import { MAX_ATTEMPTS, pause } from '../process/retry-pause.ts';
import { readItem, WATCHED, watchAttempts } from './document-client.ts';

/** One write of a transaction, or one condition. */
export type TransactionPart = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A part whose condition did not hold. */
export interface FailedPart {
  /** The item as it is stored, if the part asks for it: `ReturnValuesOnConditionCheckFailure`. */
  readonly item: Readonly<Record<string, unknown>> | undefined;
  /** Whether an attempt was not answered, which may take effect when the condition holds. */
  readonly unsure: boolean;
}

/** The writes and conditions of a transaction, by names. */
export type TransactionParts = Readonly<Record<string, TransactionPart>>;

/** Those parts whose conditions did not hold, by the same names. */
export type FailedParts<Parts> = { readonly [Name in keyof Parts]?: FailedPart };

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
 */
export const transact = async <Parts extends TransactionParts>(
  client: DynamoDBDocumentClient,
  parts: Parts,
): Promise<FailedParts<Parts> | undefined> => {
  const { isUnsure, middleware } = watchAttempts();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const command = new TransactWriteCommand({ TransactItems: Object.values(parts) });
      command.middlewareStack.add(middleware, WATCHED);
      await client.send(command);
      return undefined;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      // Comes first: such a part's condition was not checked.
      if (reasons.some(({ Code = '' }) => PASSING.has(Code))) {
        if (attempt < MAX_ATTEMPTS) {
          await pause(attempt);
          continue;
        }
        const message = 'A transaction keeps meeting other writes, or is throttled';
        throw new StorageUnavailableError(message, { cause: error });
      }
      if (!reasons.some(({ Code }) => Code === 'ConditionalCheckFailed')) throw error;
      // There is a reason for each part, in order.
      const inOrder = reasons.values();
      const failed: { [Name in keyof Parts]?: FailedPart } = {};
      for (const name in parts) {
        const { Code, Item } = inOrder.next().value ?? {};
        if (Code !== 'ConditionalCheckFailed') continue;
        failed[name] = { item: Item && readItem(Item), unsure: isUnsure() };
      }
      return failed;
    }
  }
};

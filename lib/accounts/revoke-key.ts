import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Clock, systemClock } from '../process/clock.ts';
import type { ItemKey } from '../storage/tables.ts';
import { transact } from '../storage/transact.ts';
import { ifAbsent, updateExpression } from '../storage/update-expression.ts';
import type { KeyTables } from './issue-key.ts';
import { endAttributes, type Key } from './key-record.ts';

/** Ends a key for good; one that is revoked already stays as it is. One round trip. @throws Error if it does not exist */
export const buildRevokeKey =
  (client: DynamoDBDocumentClient, tables: KeyTables, clock: Clock = systemClock) =>
  async (
    { accountId, keyHash, keyId }: Pick<Key, 'accountId' | 'keyHash' | 'keyId'>,
    by: string,
  ): Promise<void> => {
    const now = clock().toISOString();
    const update = {
      TableName: tables.apiKeys,
      Key: { keyHash } satisfies ItemKey<'apiKeys'>,
      ...updateExpression(
        {
          ...endAttributes({ revokedAt: now }, by),
          revokedAt: ifAbsent(now),
          revokedBy: ifAbsent(by),
        },
        { ConditionExpression: 'attribute_exists(keyHash)' },
      ),
    };
    const failed = await transact(client, {
      key: { Update: update },
      account: {
        Update: {
          TableName: tables.accounts,
          Key: { accountId } satisfies ItemKey<'accounts'>,
          ...updateExpression(
            { [`keys.${keyId}`]: undefined },
            { ConditionExpression: 'attribute_exists(#keys)' },
          ),
        },
      },
    });
    // The key ends even if its account's record does not match. If the key does not exist, this fails, too.
    if (failed) await client.send(new UpdateCommand(update));
  };

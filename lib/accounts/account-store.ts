import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { randomBase62 } from '../base62.ts';
import { Account } from './account.ts';
import type { Limit } from './limit.ts';
import { readAll } from './read-all.ts';

/** Accounts in DynamoDB. Its functions throw the errors of `lib/storage-errors.ts`. */
export interface AccountStore {
  /** Makes an account. `by` is the operator. */
  readonly create: (name: string, by: string) => Promise<Account>;
  /** One strongly consistent read; undefined if there is none with this id. */
  readonly get: (accountId: string) => Promise<Account | undefined>;
  /** All of them, the oldest first: strongly consistent, a read of the whole table. */
  readonly list: () => Promise<readonly Account[]>;
  /**
   * Closes an account, for good; one that is closed already stays as it is. Gives its record,
   * undefined if there is none with this id.
   */
  readonly close: (accountId: string, by: string) => Promise<Account | undefined>;
  /**
   * Sets what an account may send; without a limit it may send what its stage allows each account.
   * Gives its record, undefined if there is none with this id.
   */
  readonly limit: (
    accountId: string,
    limit: Limit | undefined,
    by: string,
  ) => Promise<Account | undefined>;
}

/** Builds the store over the `accounts` table. */
export const buildAccountStore = (
  client: DynamoDBDocumentClient,
  table: string,
  clock: () => Date = () => new Date(),
): AccountStore => ({
  create: async (name, by) => {
    const account: Account = {
      accountId: `acct_${randomBase62(16)}`,
      name,
      createdAt: clock().toISOString(),
      createdBy: by,
    };
    await client.send(new PutCommand({ TableName: table, Item: account }));
    return account;
  },

  get: async (accountId) => {
    const { Item } = await client.send(
      new GetCommand({ TableName: table, Key: { accountId }, ConsistentRead: true }),
    );
    return Item === undefined ? undefined : Account.parse(Item);
  },

  list: () => readAll(client, table, Account, 'accountId'),

  close: (accountId, by) =>
    update(client, {
      TableName: table,
      Key: { accountId },
      UpdateExpression:
        'SET closedAt = if_not_exists(closedAt, :now), closedBy = if_not_exists(closedBy, :by)',
      ExpressionAttributeValues: { ':now': clock().toISOString(), ':by': by },
    }),

  limit: (accountId, limit, by) =>
    update(client, {
      TableName: table,
      Key: { accountId },
      UpdateExpression: `SET limitedAt = :now, limitedBy = :by${limit ? ', requestLimit = :limit' : ' REMOVE requestLimit'}`,
      ExpressionAttributeValues: {
        ':now': clock().toISOString(),
        ':by': by,
        ...(limit && { ':limit': limit }),
      },
    }),
});

/** Changes an account and gives its record; undefined if there is no such account. */
const update = async (
  client: DynamoDBDocumentClient,
  change: UpdateCommandInput,
): Promise<Account | undefined> => {
  try {
    const { Attributes } = await client.send(
      new UpdateCommand({
        ...change,
        ConditionExpression: 'attribute_exists(accountId)',
        ReturnValues: 'ALL_NEW',
      }),
    );
    return Account.parse(Attributes);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};

import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { type Clock, systemClock } from '../process/clock.ts';
import { getItem } from '../storage/get-item.ts';
import type { ItemKey, Tables } from '../storage/tables.ts';
import { type AttributeChanges, ifAbsent, updateExpression } from '../storage/update-expression.ts';
import { updateIf } from '../storage/update-if.ts';
import { randomBase62 } from '../values/base62.ts';
import { Account } from './account-record.ts';
import type { Plan } from './plan.ts';
import { readAll } from './read-all-records.ts';

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
  /** Sets the plan of an account. @returns its record; undefined if the account does not exist */
  readonly limit: (accountId: string, plan: Plan, by: string) => Promise<Account | undefined>;
}

export const buildAccountStore = (
  client: DynamoDBDocumentClient,
  { accounts: table }: Tables<'accounts'>,
  clock: Clock = systemClock,
): AccountStore => {
  const location = { table, name: 'accounts' } as const;

  /** Changes an account and returns its record; undefined if the account does not exist. */
  const update = async (
    accountId: string,
    changes: AttributeChanges,
  ): Promise<Account | undefined> => {
    const account = await updateIf(client, {
      TableName: table,
      Key: { accountId } satisfies ItemKey<'accounts'>,
      ...updateExpression(changes, { ConditionExpression: 'attribute_exists(accountId)' }),
      ReturnValues: 'ALL_NEW',
    });
    return account && Account.parse(account);
  };

  return {
    create: async (name, by) => {
      const account: Account = {
        accountId: `acct_${randomBase62(16)}`,
        name,
        createdAt: clock().toISOString(),
        createdBy: by,
        keys: {},
      };
      await client.send(new PutCommand({ TableName: table, Item: account }));
      return account;
    },

    get: (accountId) => getItem(client, location, { accountId }, Account),

    list: () => readAll(client, location, Account),

    close: (accountId, by) =>
      update(accountId, {
        closedAt: ifAbsent(clock().toISOString()),
        closedBy: ifAbsent(by),
      }),

    limit: (accountId, plan, by) =>
      update(accountId, { limitedAt: clock().toISOString(), limitedBy: by, plan }),
  };
};

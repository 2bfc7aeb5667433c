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

export type AccountStore = ReturnType<typeof buildAccountStore>;

/** For operators, who are `by`. */
export const buildAccountStore = (
  client: DynamoDBDocumentClient,
  tables: Tables<'accounts'>,
  clock: Clock = systemClock,
) => {
  /** Changes an account and returns its record; undefined if the account does not exist. */
  const update = async (
    accountId: string,
    changes: AttributeChanges,
  ): Promise<Account | undefined> => {
    const account = await updateIf(client, {
      TableName: tables.accounts,
      Key: { accountId } satisfies ItemKey<'accounts'>,
      ...updateExpression(changes, { ConditionExpression: 'attribute_exists(accountId)' }),
      ReturnValues: 'ALL_NEW',
    });
    return account && Account.parse(account);
  };

  return {
    create: async (name: string, by: string): Promise<Account> => {
      const account: Account = {
        accountId: `acct_${randomBase62(16)}`,
        name,
        createdAt: clock().toISOString(),
        createdBy: by,
        keys: {},
      };
      await client.send(new PutCommand({ TableName: tables.accounts, Item: account }));
      return account;
    },

    /** One strongly consistent read; undefined if there is none with this id. */
    get: (accountId: string) => getItem(client, tables, 'accounts', { accountId }, Account),

    /** All of them, the oldest first: strongly consistent, a read of the whole table. */
    list: () => readAll(client, { table: tables.accounts, name: 'accounts' }, Account),

    /** For good; one that is closed already stays as it is. @returns as `update` */
    close: (accountId: string, by: string) =>
      update(accountId, { closedAt: ifAbsent(clock().toISOString()), closedBy: ifAbsent(by) }),

    /** Sets the plan of an account. @returns as `update` */
    limit: (accountId: string, plan: Plan, by: string) =>
      update(accountId, { limitedAt: clock().toISOString(), limitedBy: by, plan }),
  };
};

import { randomUUID } from 'node:crypto';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';

/** Who keys are issued to, in DynamoDB. It throws the errors of `lib/storage-errors.ts`. */
export interface AccountStore {
  /** Makes an account and gives its id. */
  readonly create: (name: string) => Promise<string>;
}

/** Builds the store over the `accounts` table. */
export const buildAccountStore = (client: DynamoDBDocumentClient, table: string): AccountStore => ({
  create: async (name) => {
    const accountId = `acct_${randomUUID()}`;
    const createdAt = new Date().toISOString();
    await client.send(new PutCommand({ TableName: table, Item: { accountId, name, createdAt } }));
    return accountId;
  },
});

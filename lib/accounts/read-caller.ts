import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { RequestError } from '../errors/request-error.ts';
import type { Caller } from '../http/request.ts';
import { type Clock, systemClock } from '../process/clock.ts';
import { getItem } from '../storage/get-item.ts';
import type { Tables } from '../storage/tables.ts';
import { Account } from './account-record.ts';
import { activeKey } from './held-keys.ts';

/**
 * Reads the account of a request, and its key there, strongly consistent. One round trip.
 * @throws RequestError `unauthorized` if its key has ended, or the account is closed, since the authorizer saw them
 */
export const buildReadCaller =
  (client: DynamoDBDocumentClient, tables: Tables<'accounts'>, clock: Clock = systemClock) =>
  async ({ accountId, keyId }: Caller) => {
    const account = await getItem(client, tables, 'accounts', { accountId }, Account);
    const key = account && activeKey(account, keyId, clock());
    if (account === undefined || account.closedAt !== undefined || key === undefined) {
      throw new RequestError('unauthorized');
    }
    return { account, key };
  };

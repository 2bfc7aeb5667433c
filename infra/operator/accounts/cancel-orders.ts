import { buildListOrders } from '../../../functions/list-orders/store.ts';
import { AUTHORIZER_CACHE_SECONDS } from '../../../lib/accounts/api-key.ts';
import { keyState } from '../../../lib/accounts/key-record.ts';
import { RequestError } from '../../../lib/errors/request-error.ts';
import { buildCloseOrder } from '../../../lib/orders/close-order.ts';
import { isOpen } from '../../../lib/orders/order.ts';
import { TIME_BUDGET } from '../../../lib/process/time-budget.ts';
import { INT64_MAX } from '../../../lib/values/int64.ts';
import { ifError } from '../../command-line/errors.ts';
import type { OpenStage } from '../stage/stage.ts';
import { noAccount, RefusedError } from '../terminal/errors.ts';

type Stage = Pick<OpenStage, 'accounts' | 'client' | 'keys' | 'table'>;

/**
 * Cancels the open orders of a closed account, those that it placed and those for its pets: at once, and again when none of
 * its keys can place another. It can be repeated, and run twice at once: each order is in the result of one of them.
 * @param wait resolves at a time, when keys are refused everywhere and their last requests have ended
 * @returns the ids of the orders that it cancelled
 * @throws RefusedError if the account does not exist, is open, or has a key that was not revoked
 */
export const cancelOrders = async (
  stage: Stage,
  accountId: string,
  wait: (until: Date, why: string) => Promise<void>,
): Promise<readonly bigint[]> => {
  const quiet = await lastRequestsOf(stage, accountId);
  const cancelled = await cancelOpen(stage, accountId);
  if (quiet.getTime() <= Date.now()) return cancelled;
  await wait(quiet, 'requests with its keys may still place orders');
  return [...cancelled, ...(await cancelOpen(stage, accountId))];
};

const lastRequestsOf = async ({ accounts, keys }: Stage, accountId: string): Promise<Date> => {
  const account = await accounts.get(accountId);
  if (account === undefined) throw noAccount(accountId);
  if (account.closedAt === undefined) {
    throw new RefusedError(
      `The account ${accountId} is not closed, so its clients end its orders themselves: account close closes it.`,
    );
  }
  const own = (await keys.list()).filter((key) => key.accountId === accountId);
  if (own.some((key) => keyState(key, new Date()) === 'active')) {
    throw new RefusedError(
      `The account ${accountId} is closed, but a key of it still works: account close revokes it.`,
    );
  }
  const ends = own.map(({ revokedAt, expiresAt }) => Date.parse(revokedAt ?? expiresAt ?? ''));
  const end = Math.max(Date.parse(account.closedAt), ...ends);
  return new Date(end + AUTHORIZER_CACHE_SECONDS * 1000 + TIME_BUDGET.integration);
};

const cancelOpen = async ({ client, table }: Stage, accountId: string): Promise<bigint[]> => {
  const tables = { orders: table('orders'), pets: table('pets') };
  const list = buildListOrders(client, tables);
  const cancel = buildCloseOrder(client, tables, 'cancelled');
  const cancelled: bigint[] = [];
  let after: bigint | undefined = INT64_MAX;
  while (after !== undefined) {
    const { items, next } = await list({ accountId, after, limit: 100 });
    for (const { id } of items.filter(isOpen)) {
      // The other side, or another command, may have closed it meanwhile.
      const { isNew } = await cancel(accountId, id).catch(ifError(RequestError, { isNew: false }));
      if (isNew) cancelled.push(id);
    }
    after = next;
  }
  return cancelled;
};

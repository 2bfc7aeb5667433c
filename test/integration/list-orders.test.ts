import { expect, test } from '@jest/globals';
import type { Order } from '../../lib/orders/order.ts';
import { toOrder } from '../../lib/orders/stored-order.ts';
import { INT64_MAX } from '../../lib/values/int64.ts';
import { openTables } from '../support/open-tables.ts';
import { orderStore } from '../support/stored-orders.ts';
import { petCreator, STRANGER } from '../support/stored-pets.ts';

const engine = await openTables();
const orders = orderStore(engine);
const create = petCreator(engine);

test('a list has the orders of the account, the newest first, in full pages, with and without a status', async () => {
  const lister = 'acct_0000000000000004';
  const placed: Order[] = [];
  for (let count = 0; count < 12; count += 1) {
    // In turn as the owner, and as the customer.
    const [owner, customer] = count % 2 === 0 ? [lister, STRANGER] : [STRANGER, lister];
    const { id } = await orders.place((await create({ accountId: owner })).id, customer);
    if (count % 5 === 0) await orders.cancel(lister, id);
    placed.unshift(toOrder(await orders.get(lister, id)));
    await orders.place((await create()).id, STRANGER);
  }
  for (const status of [undefined, 'cancelled', 'placed'] as const) {
    for (const limit of [1, 5, 12, 100]) {
      const seen: Order[] = [];
      for (let after: bigint | undefined = INT64_MAX; after !== undefined; ) {
        const page = await orders.list({ accountId: lister, after, limit, status });
        if (page.next !== undefined) expect(page.items).toHaveLength(limit);
        seen.push(...page.items);
        after = page.next;
      }
      expect(seen).toEqual(placed.filter((order) => (status ?? order.status) === order.status));
    }
  }
});

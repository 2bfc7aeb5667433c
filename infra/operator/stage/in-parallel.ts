import { waitForAll } from '../../../lib/process/wait-for-all.ts';

/** More at once would keep meeting each other where they share an item, as keys and webhooks of an account do. */
const AT_ONCE = 8;

/** Does work for each item, in no order. After one failed no other is begun, and those under way are waited for. */
export const inParallel = async <Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  // A generator ends for all loops when one of them fails.
  const rest = (async function* () {
    yield* items;
  })();
  const loops = Array.from({ length: AT_ONCE }, async () => {
    for await (const item of rest) await work(item);
  });
  await waitForAll(loops);
};

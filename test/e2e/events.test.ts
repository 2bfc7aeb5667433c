import { expect, test } from '@jest/globals';
import { requireEnv } from '../../lib/process/env.ts';
import { writeJson } from '../../lib/values/json.ts';
import { PetStore } from '../../packages/client/src/index.ts';
import { serviceUnderTest } from '../support/client.ts';

const { baseUrl, apiKey } = serviceUnderTest();
const otherKey = requireEnv('OTHER_API_KEY');

// What happens to a pet is in client-events.test.ts.
test('an order of two accounts is in the log of each, as it sees it, and tells neither of the other', async () => {
  const owner = new PetStore({ baseUrl, apiKey });
  const customer = new PetStore({ baseUrl, apiKey: otherKey });
  const begin = async (store: PetStore) =>
    (await store.listEvents({ about: 'orders', after: 'latest' })).after;
  const starts = [await begin(owner), await begin(customer)] as const;
  const pet = await owner.createPet({ name: 'Ann', categoryId: 7n });
  await owner.completeOrder((await customer.placeOrder({ petId: pet.id })).id);
  for (const [store, after, role] of [
    [owner, starts[0], 'owner'],
    [customer, starts[1], 'customer'],
  ] as const) {
    const seen: string[] = [];
    for await (const event of store.followEvents({ about: 'orders', after }, { pause: 50 })) {
      if (event.data.petId !== pet.id) continue;
      expect(event.data.role).toBe(role);
      expect(writeJson(event)).not.toContain('acct_');
      seen.push(event.type);
      if (seen.length === 2) break;
    }
    expect(seen).toEqual(['order.placed', 'order.completed']);
  }
});

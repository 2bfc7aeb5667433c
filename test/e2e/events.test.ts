import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { writeJson } from '../../lib/values/json.ts';
import { type Answer, call } from '../support/client.ts';

interface SeenEvent {
  readonly position: bigint;
  readonly type: string;
  readonly createdAt: string;
  readonly data: { readonly id: bigint; readonly petId?: bigint };
  readonly previous?: object;
}

const bodyOf = ({ body }: Answer) => body as readonly SeenEvent[];

/** The URL of the next page. */
const nextOf = ({ headers }: Answer): string =>
  /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1] ?? '';

const from = async (about: string): Promise<string> =>
  nextOf(await call(`/events?about=${about}&after=latest&limit=100`));

/** Follows a log until so many events of something are there, which takes about a second. */
const follow = async (
  link: string,
  isOurs: (event: SeenEvent) => boolean,
  count: number,
  key?: string,
): Promise<readonly SeenEvent[]> => {
  const ours: SeenEvent[] = [];
  let before: bigint | undefined;
  for (let next = link; ours.length < count; ) {
    const page = await call(next, key === undefined ? {} : { key });
    expect(page.status).toBe(200);
    for (const event of bodyOf(page)) {
      // Without gaps, over all pages.
      if (before !== undefined) expect(event.position).toBe(before + 1n);
      before = event.position;
      if (isOurs(event)) ours.push(event);
    }
    next = nextOf(page);
    if (bodyOf(page).length === 0) await setTimeout(50);
  }
  return ours;
};

const create = async (name: string): Promise<bigint> => {
  const { body } = await call('/pets', { method: 'POST', body: { name, categoryId: 7 } });
  return (body as { readonly id: bigint }).id;
};

test('the log of pets has what happened to a pet, once each, in order, as it was', async () => {
  const start = await from('pets');
  const id = await create('Rex');
  const patch = (body: object) => call(`/pets/${id}`, { method: 'PATCH', body });
  await patch({ name: 'Max' });
  await patch({ name: 'Max' });
  await patch({});
  const order = await call('/store/orders', { method: 'POST', body: { petId: id } });
  const { id: orderId } = order.body as { readonly id: bigint };
  await call(`/store/orders/${orderId}/cancel`, { method: 'POST' });
  await call(`/pets/${id}`, { method: 'DELETE' });

  const pet = { id, name: 'Max', categoryId: 7n, status: 'available' };
  const events = await follow(start, ({ data }) => data.id === id, 5);
  expect(events.map(({ position: _, createdAt: __, ...event }) => event)).toEqual([
    { type: 'pet.created', data: { ...pet, name: 'Rex' } },
    { type: 'pet.updated', data: pet, previous: { name: 'Rex' } },
    {
      type: 'pet.updated',
      data: { ...pet, status: 'pending' },
      previous: { status: 'available' },
    },
    { type: 'pet.updated', data: pet, previous: { status: 'pending' } },
    { type: 'pet.deleted', data: pet },
  ]);
  for (const { createdAt } of events)
    expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
});

const otherKey = process.env['OTHER_API_KEY'];

(otherKey === undefined ? test.skip : test)(
  'an order of two accounts is in the log of each, as it sees it, and tells neither of the other',
  async () => {
    const id = await create('Ann');
    const key = otherKey ?? '';
    const start = await from('orders');
    const other = nextOf(await call('/events?about=orders&after=latest', { key }));
    const placed = await call('/store/orders', { method: 'POST', body: { petId: id }, key });
    const order = placed.body as { readonly id: bigint };
    await call(`/store/orders/${order.id}/complete`, { method: 'POST' });
    for (const [link, role, asKey] of [
      [start, 'owner', undefined],
      [other, 'customer', key],
    ] as const) {
      const events = await follow(link, ({ data }) => data.petId === id, 2, asKey);
      expect(events.map(({ type, data }) => [type, Object(data).role])).toEqual([
        ['order.placed', role],
        ['order.completed', role],
      ]);
      expect(writeJson(events)).not.toContain('acct_');
    }
  },
);

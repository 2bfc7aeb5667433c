import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { cursorFilter, encodeCursor } from '../../../lib/http/cursor.ts';
import { parseJson } from '../../../lib/json.ts';
import { ask, type HttpFact, inShort, type Service } from './ask.ts';

const Pet = z.object({ id: z.bigint(), categoryId: z.bigint() });
const Pets = z.array(Pet);
const Order = z.object({ id: z.bigint() });

const LARGEST = 9_223_372_036_854_775_807n;

const create = async (service: Service, headers: Readonly<Record<string, string>> = {}) => {
  const body = `{"name":"A pet of npm run verify","categoryId":${LARGEST}}`;
  const reply = await ask(service, '/pets', { method: 'POST', body, headers });
  if (reply.status !== 201) throw new Error(`createPet is answered with ${inShort(reply)}`);
  return { reply, pet: Pet.parse(parseJson(reply.text)) };
};

/** How long the index may take to show what was written, in ms. */
const INDEX_TIMEOUT_MS = 15_000;

/** Our assumptions about DynamoDB, seen through the service's operations. */
export const STORAGE: readonly HttpFact[] = [
  {
    name: 'A number keeps up to 38 digits',
    source: 'DynamoDB Developer Guide, "Supported data types": Number',
    expected: String(LARGEST),
    see: async (service) => {
      const { pet } = await create(service);
      const { text } = await ask(service, `/pets/${pet.id}`);
      return String(Pet.parse(parseJson(text)).categoryId);
    },
    needsTestAccount: true,
  },
  {
    name: 'A consistent read sees what was written before it',
    source: 'DynamoDB Developer Guide, "DynamoDB read consistency"',
    expected: '200 for each of 10',
    see: async (service) => {
      const seen: number[] = [];
      for (let count = 0; count < 10; count += 1) {
        const { pet } = await create(service);
        seen.push((await ask(service, `/pets/${pet.id}`)).status);
      }
      return seen.every((status) => status === 200) ? '200 for each of 10' : seen.join(', ');
    },
    needsTestAccount: true,
  },
  {
    name: 'An index shows what was written within 15 seconds',
    source: 'DynamoDB Developer Guide, "Using Global Secondary Indexes in DynamoDB"',
    expected: 'there',
    see: async (service) => {
      const { pet } = await create(service);
      const deadline = Date.now() + INDEX_TIMEOUT_MS;
      while (Date.now() < deadline) {
        if (await isListed(service, pet.id)) return 'there';
        await setTimeout(500);
      }
      return 'not there';
    },
    needsTestAccount: true,
  },
  {
    name: 'A transaction whose condition failed returns the item that is there: the same key gives the same pet',
    source:
      'DynamoDB API Reference, "TransactWriteItems": CancellationReasons; "Put": ReturnValuesOnConditionCheckFailure',
    expected: 'the same, replayed',
    see: async (service) => {
      const headers = { 'Idempotency-Key': randomUUID() };
      const first = await create(service, headers);
      const { reply } = await create(service, headers);
      const same = reply.text === first.reply.text ? 'the same' : 'another';
      return `${same}, ${reply.headers.has('Idempotent-Replayed') ? 'replayed' : 'made anew'}`;
    },
    needsTestAccount: true,
  },
  {
    name: 'A transaction reports each condition that failed: a repeated order is answered as the first time, though its pet is not available any more',
    source:
      'DynamoDB API Reference, "TransactWriteItems": CancellationReasons has an entry for each item',
    expected: '201, 201 replayed, 409 pet_not_available',
    see: async (service) => {
      const { pet } = await create(service);
      const order = (key: string) =>
        ask(service, '/store/orders', {
          method: 'POST',
          body: `{"petId":${pet.id}}`,
          headers: { 'Idempotency-Key': key },
        });
      const key = randomUUID();
      const replies = [await order(key), await order(key), await order(randomUUID())];
      const { id } = Order.parse(parseJson(replies[0]?.text ?? ''));
      await ask(service, `/store/orders/${id}/cancel`, { method: 'POST' });
      return replies
        .map((reply) =>
          reply.headers.has('Idempotent-Replayed') ? `${inShort(reply)} replayed` : inShort(reply),
        )
        .join(', ');
    },
    needsTestAccount: true,
  },
  {
    name: 'A counter gives each of many callers at once a different number',
    source: 'DynamoDB Developer Guide, "Working with items": atomic counters',
    expected: '20 ids for 20 pets',
    see: async (service) => {
      const creates = await Promise.all(Array.from({ length: 20 }, () => create(service)));
      return `${new Set(creates.map(({ pet }) => pet.id)).size} ids for ${creates.length} pets`;
    },
    needsTestAccount: true,
  },
];

/** Whether the list by status shows a pet. The pet is among the last, so the list starts near it. */
const isListed = async (service: Service, id: bigint): Promise<boolean> => {
  const cursor = encodeCursor({ after: id - 1n, filter: cursorFilter({ status: 'available' }) });
  const { text } = await ask(service, `/pets?status=available&limit=1&cursor=${cursor}`);
  return Pets.parse(parseJson(text)).some((pet) => pet.id === id);
};

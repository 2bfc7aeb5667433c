import { dayOf, expiryOf, headKey } from '../../../lib/events/log-head.ts';
import { writeSegment } from '../../../lib/events/segment.ts';
import { storedOrder } from '../../../lib/orders/stored-order.ts';
import { storedPet } from '../../../lib/pets/stored-pet.ts';
import { putItems } from '../../support/copy-table.ts';
import type { TestEngine } from '../../support/engine.ts';
import { petUpdate } from '../../support/event-logs.ts';
import { OWNED, OWNER, STRANGER, setCounter } from '../../support/stored-pets.ts';

/** Pets, orders of an account, and events of a log: 25 pages of each. */
export const COUNT = 2500;

/** Pets and orders of the rare status; they are spread evenly. */
export const RARE = 25;

/** Pets after this id are far between: one in fifty is left. */
export const FAR = 8_000_000;

/** The categories of half of the pets, and of none. */
export const CATEGORIES = { half: 50n, none: 0n } as const;

/** Makes a pet about 234 bytes large as it is stored. */
export const NAME = 'x'.repeat(128);

const isRare = (nth: number): boolean => nth % (COUNT / RARE) === 0;

const pet = (nth: number, after = 0) => {
  const id = BigInt(after + nth);
  const status = isRare(nth) && after === 0 ? 'sold' : 'available';
  const categoryId = nth % 2 === 0 ? CATEGORIES.half : 7n;
  return storedPet({ id, ...OWNED, name: NAME, categoryId, status });
};

/** As it is when it was closed. The ids of their pets are those of no pet. */
const order = (nth: number) => {
  const time = '2026-11-22T06:10:24.677Z';
  return storedOrder({
    id: BigInt(nth),
    petId: BigInt(2 * FAR + nth),
    status: isRare(nth) ? 'cancelled' : 'completed',
    role: 'owner',
    accountId: OWNER,
    otherAccountId: STRANGER,
    createdAt: time,
    updatedAt: time,
  });
};

const today = dayOf(new Date());
const event = (nth: number) => {
  const { log, happening } = petUpdate(nth % 500, nth, 'pets', NAME);
  const events = [{ ...happening, previous: { status: 'pending' } }];
  return { log, position: BigInt(nth), ...writeSegment(events, expiryOf(today)) };
};

/** Stores all of it past what operations do. */
export const fill = async (engine: TestEngine): Promise<void> => {
  const { client, tables } = engine;
  const numbers = Array.from({ length: COUNT }, (_, index) => index + 1);
  const far = numbers.filter((nth) => nth % 50 === 0).map((nth) => pet(nth, FAR));
  await putItems(client, tables.pets, [...numbers.map((nth) => pet(nth)), ...far]);
  await putItems(client, tables.orders, numbers.map(order));
  const head = { ...headKey('pets'), newest: BigInt(COUNT), days: { [today]: 1n } };
  await putItems(client, tables.events, [head, ...numbers.map(event)]);
  await setCounter(engine, 'pets', 2 * FAR);
  await setCounter(engine, 'orders', COUNT);
};

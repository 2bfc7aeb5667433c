import { describe, expect, test } from '@jest/globals';
import { logEntryOf } from '../../../../functions/record-events/log-entry.ts';
import { ORDER_EXAMPLE, type Order } from '../../../../lib/orders/order.ts';
import type { Pet } from '../../../../lib/pets/pet.ts';
import {
  type Image,
  petChange,
  STREAMED,
  storedPet,
  streamRecord,
} from '../../../support/stream-records.ts';

const pet: Pet = { id: 7n, name: 'Rex', categoryId: 7n, status: 'available' };

const createdAt = '2026-11-21T22:26:40.000Z';

/** Another value of each member. */
const OTHERS: Required<Omit<Pet, 'id'>> = { name: 'Max', categoryId: 8n, status: 'sold' };

const toldPet = (before?: Image, after?: Image) =>
  logEntryOf(streamRecord(petChange(7n, 42, before, after)), STREAMED);

// Deletes and long numbers are in e2e/client.test.ts, and in the comparison of logs and tables after the e2e tests.
describe('a change of a pet', () => {
  test('that is new is pet.created, in the log of all, at the time of the change', () => {
    expect(toldPet(undefined, storedPet(7n))).toEqual({
      log: 'pets',
      mark: 'recorded#pets#7#0#000000000000000000042',
      happening: { type: 'pet.created', createdAt, data: pet },
    });
  });

  test.each(Object.entries(OTHERS))('of its %s is pet.updated with the old one', (name, value) => {
    const after = storedPet(7n, { [name]: value, heldBy: 3n, revision: 'revision-2' });
    const { happening } = toldPet(storedPet(7n), after) ?? {};
    const former = Object.entries(pet).find(([each]) => each === name)?.[1] ?? null;
    expect(happening).toMatchObject({ type: 'pet.updated' });
    expect(happening?.data).toEqual({ ...pet, [name]: value });
    expect(happening?.previous).toEqual({ [name]: former });
  });

  test.each([
    { revision: 'revision-2' },
    { creation: 'x' },
    { heldBy: 3n },
    { extra: 'backfill' },
    {},
  ])('of %p, which clients do not see, is no event', (changes) => {
    expect(toldPet(storedPet(7n), storedPet(7n, changes))).toBeUndefined();
  });

  const WRONG = [{ name: undefined }, { status: 'lost' }, { shard: 1n }, { revision: undefined }];
  test.each(WRONG)('to one with %p is malformed, and names no value', (members) => {
    const malformed = () => toldPet(undefined, storedPet(7n, members));
    expect(malformed).toThrow(expect.objectContaining({ name: 'MalformedItemError' }));
    expect(malformed).toThrow(/^stage-pets, shard [01], id 7: /);
    expect(malformed).not.toThrow(/lost|Rex/);
  });

  test('that repairs a malformed one is pet.updated, without what nobody saw', () => {
    const told = toldPet(storedPet(7n, { status: 'lost' }), storedPet(7n));
    expect(told?.happening).toMatchObject({ type: 'pet.updated', data: pet });
    expect(told?.happening).not.toHaveProperty('previous');
  });
});

describe('a change of an order', () => {
  const order = { ...ORDER_EXAMPLE, id: 3n, role: 'customer' };
  /** Another value of each member that changes only with the status. One that changes alone needs its own type, in `EVENT_OF`. */
  const others: Required<Omit<Order, 'id' | 'status'>> = {
    petId: 8n,
    role: 'owner',
    createdAt,
    updatedAt: createdAt,
  };
  const stored = {
    ...order,
    accountId: 'acct_2',
    otherAccountId: 'acct_3',
    accountStatus: 'acct_2#placed',
  };
  const told = (before?: Image, after?: Image) => {
    const keys = { accountId: 'acct_2', id: 3n };
    const record = streamRecord({ table: 'orders', sequence: 1, keys, before, after });
    return logEntryOf(record, STREAMED);
  };

  test.each(['placed', 'completed', 'cancelled'])(
    'to %s is in the log of its account, and does not tell whose it is',
    (status) => {
      const before = status === 'placed' ? undefined : stored;
      expect(told(before, { ...stored, status })).toEqual({
        log: 'orders#acct_2',
        mark: 'recorded#orders#acct_2#3#000000000000000000001',
        happening: { type: `order.${status}`, createdAt, data: { ...order, status } },
      });
    },
  );

  test.each<[string, Image | undefined, Image | undefined]>([
    ['keeps its status', stored, { ...stored, ...others, accountStatus: 'backfill' }],
    ['removes it', stored, undefined],
    // As a backfill or a restore does.
    ['puts one there which is completed', undefined, { ...stored, status: 'completed' }],
    ['puts one there which is cancelled', undefined, { ...stored, status: 'cancelled' }],
  ])('that %s makes no event', (_what, before, after) => {
    expect(told(before, after)).toBeUndefined();
  });
});

import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { buildCreateMessage } from '../../functions/create-message/store.ts';
import { buildCreatePet, type OwnedNewPet } from '../../functions/create-pet/store.ts';
import { StorageTimeoutError, StorageUnavailableError } from '../../lib/errors/storage-errors.ts';
import { buildCreateOnce } from '../../lib/idempotency/create-once.ts';
import { PetItem } from '../../lib/pets/stored-pet.ts';
import { buildTakeId } from '../../lib/storage/id-counter.ts';
import { INT64_MAX } from '../../lib/values/int64.ts';
import { expectRefused } from '../support/expect-refused.ts';
import { openFaulty } from '../support/faulty-client.ts';
import type { Fault } from '../support/faulty-engine.ts';
import { openTables } from '../support/open-tables.ts';
import { change, OWNER, petStore } from '../support/stored-pets.ts';

const DAY = 24 * 60 * 60 * 1000;
const REX: OwnedNewPet = {
  name: 'Rex \u{1F436}',
  categoryId: INT64_MAX,
  status: 'pending',
  accountId: OWNER,
};

const engine = await openTables();
const faulty = await openFaulty(engine);

const { client, tables } = engine;
let now: number;
let key: string;
beforeEach(() => {
  // Pauses between attempts take no time.
  jest.spyOn(Math, 'random').mockReturnValue(0);
  now = Date.parse('2026-11-21T10:20:30.456Z');
  key = crypto.randomUUID();
});

const clock = () => new Date(now);
const createPet = buildCreatePet(client, tables, undefined, clock);
const createMessage = buildCreateMessage(client, tables, clock);
const { update, remove: removePet } = petStore(engine);
const remove = (id: bigint) => removePet(id, change());
const mine = () => ({ accountId: OWNER, key });

const recordId = () => createHash('sha256').update(`${OWNER} ${key}`).digest('hex');

const storedPets = async () => (await engine.all('pets')).map((item) => PetItem.parse(item));
const storedRecord = () => engine.get('idempotencyKeys', { id: recordId() });

describe('a key that comes again with the same request', () => {
  test('at the same time twenty times makes one pet, and all return it', async () => {
    const before = (await storedPets()).length;
    const all = await Promise.all(Array.from({ length: 20 }, () => createPet(REX, mine())));
    const [first] = all;
    expect(all.map(({ item }) => item)).toEqual(all.map(() => first?.item));
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await storedPets()).toHaveLength(before + 1);
  });

  test.each<[string, (id: bigint) => Promise<unknown>]>([
    ['changed', (id) => update(id, { status: 'sold' }, change())],
    ['deleted', remove],
  ])('gives the first pet after it was %s, and writes nothing', async (_what, become) => {
    const { item } = await createPet(REX, mine());
    await become(item.id);
    const before = await storedPets();
    expect(before).not.toContainEqual(item);
    expect(await createPet(REX, mine())).toEqual({ item, replayed: true });
    expect(await storedPets()).toEqual(before);
  });

  test('is a new request from the first second after a day on', async () => {
    const first = await createPet(REX, mine());
    now += DAY - 1000;
    expect((await createPet(REX, mine())).item).toEqual(first.item);
    now += 1000;
    const next = await createPet(REX, mine());
    expect(next.replayed).toBe(false);
    expect(next.item.id).toBeGreaterThan(first.item.id);
  });
});

test('a record of a clock a week ahead answers its own request, and refuses no other two days later', async () => {
  now += 7 * DAY;
  const first = await createPet(REX, mine());
  now -= 5 * DAY;
  expect(await createPet(REX, mine())).toEqual({ ...first, replayed: true });
  expect((await createPet({ ...REX, name: 'Tom' }, mine())).replayed).toBe(false);
});

test('a key that comes again with another body, or for another operation with the same, is refused', async () => {
  const first = await createPet(REX, mine());
  const importPet = buildCreateOnce(client, tables, { operationId: 'importPet' }, PetItem, clock);
  const item = { ...REX, id: 1n, revision: 'revision-of-test' };
  for (const request of [
    createPet({ ...REX, name: 'Tom' }, mine()),
    createMessage({ message: 'Hello' }, mine()),
    importPet({ idempotency: mine(), input: REX, item, parts: {} }),
  ]) {
    await expectRefused(request, 'idempotency_key_reused');
  }
  // From another account it is another key.
  const other = await createPet({ ...REX, name: 'Tom' }, { accountId: 'acct_2', key });
  expect(other.replayed).toBe(false);
  expect(other.item.id).not.toBe(first.item.id);
});

test('a message is stored as it was answered, with a key and without, to expire 30 days after its creation', async () => {
  for (const idempotency of [undefined, mine()]) {
    const { item, replayed } = await createMessage({ message: 'Hello \u{1F436}' }, idempotency);
    expect(replayed).toBe(false);
    expect(item).toEqual({
      id: expect.stringMatching(/^msg_[0-9a-f-]{36}$/),
      message: 'Hello \u{1F436}',
      status: 'queued',
      createdAt: '2026-11-21T10:20:30.456Z',
    });
    const expiresAt = BigInt(Date.parse('2026-12-21T10:20:30Z') / 1000);
    expect(await engine.get('messages', { id: item.id })).toEqual({ ...item, expiresAt });
  }
});

test('a record expires a day after its request, and has the whole answer', async () => {
  const { item } = await createPet(REX, mine());
  expect(await storedRecord()).toEqual({
    id: recordId(),
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    made: item,
    expiresAt: BigInt(Date.parse('2026-11-22T10:20:30Z') / 1000),
  });
});

test('a record that is malformed fails its request, and makes nothing', async () => {
  const { item } = await createPet(REX, mine());
  const record = { ...(await storedRecord()), made: { ...item, name: '' } };
  await remove(item.id);
  await engine.put('idempotencyKeys', record);
  const fault = `${tables.idempotencyKeys}, id ${recordId()}: made.name: must be 1 to 256`;
  await expect(createPet(REX, mine())).rejects.toThrow(fault);
  expect(await storedPets()).not.toContainEqual(expect.objectContaining({ id: item.id }));
});

describe('a transaction', () => {
  /** Creates with these faults, one for each request, and none after them. */
  const createWith = (...faults: Fault[]) => {
    faulty.choose(() => faults.shift() ?? 'none');
    const takeId = buildTakeId(client, tables, 'pets');
    return buildCreatePet(faulty.client, tables, takeId, clock)(REX, mine());
  };

  test.each<[string, Fault[]]>([
    ['meets other writes', ['cancelled', 'cancelled']],
    ['is still under way when it is sent again', ['in-progress']],
    ['is throttled', ['throttled', 'overloaded']],
    ['loses its answer, and then meets its own record', ['lost-reset', 'cancelled']],
  ])('that %s makes one pet', async (_what, faults) => {
    const before = (await storedPets()).length;
    const { item, replayed } = await createWith(...faults);
    expect(replayed).toBe(false);
    expect(await storedPets()).toHaveLength(before + 1);
    expect(await createPet(REX, mine())).toEqual({ item, replayed: true });
  });

  test('that keeps meeting other writes is unavailable, and has written nothing', async () => {
    const before = (await storedPets()).length;
    await expect(createWith(...Array<Fault>(20).fill('cancelled'))).rejects.toThrow(
      StorageUnavailableError,
    );
    expect(await storedPets()).toHaveLength(before);
    expect(await storedRecord()).toBeUndefined();
  });

  test('whose answers were all lost is found by the next request with its key', async () => {
    const lost = createWith('lost-reset', 'lost-reset', 'lost-reset');
    await expect(lost).rejects.toThrow(StorageTimeoutError);
    const { item, replayed } = await createPet(REX, mine());
    expect(replayed).toBe(true);
    expect(await storedPets()).toContainEqual(item);
  });

  test('for an id that is taken fails, and leaves the key unused', async () => {
    const { item } = await createPet(REX, mine());
    key = crypto.randomUUID();
    const stale = buildCreatePet(client, tables, async () => item.id, clock);
    await expect(stale(REX, mine())).rejects.toThrow(/is taken/);
    expect(await storedRecord()).toBeUndefined();
  });
});

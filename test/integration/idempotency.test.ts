import { createHash } from 'node:crypto';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { buildCreateMessage, type CreateMessage } from '../../functions/create-message/store.ts';
import {
  buildCreatePet,
  type CreatePet,
  type OwnedNewPet,
} from '../../functions/create-pet/store.ts';
import {
  MalformedItemError,
  StorageTimeoutError,
  StorageUnavailableError,
} from '../../lib/errors/storage-errors.ts';
import { buildCreateOnce } from '../../lib/idempotency/create-once.ts';
import { IdempotencyKeyReusedError } from '../../lib/idempotency/idempotency-key.ts';
import { petKey } from '../../lib/pets/pet-key.ts';
import { PetItem } from '../../lib/pets/stored-pet.ts';
import { buildTakeId } from '../../lib/storage/take-id.ts';
import { INT64_MAX } from '../../lib/values/int64.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { faultyClient } from '../support/faulty-client.ts';
import { type Fault, type FaultyEngine, startFaultyEngine } from '../support/faulty-engine.ts';
import { OWNER } from '../support/stored-pets.ts';

const DAY = 24 * 60 * 60 * 1000;
const REX: OwnedNewPet = {
  name: 'Rex \u{1F436}',
  categoryId: INT64_MAX,
  status: 'pending',
  accountId: OWNER,
};

let engine: TestEngine;
let now: number;
let key: string;
let createPet: CreatePet;
let createMessage: CreateMessage;

const clock = () => new Date(now);
const account = OWNER;
const mine = () => ({ accountId: account, key });

const recordId = () => createHash('sha256').update(`${account} ${key}`).digest('hex');

beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

beforeEach(() => {
  const { client, tables } = engine;
  now = Date.parse('2026-11-21T10:20:30.456Z');
  key = crypto.randomUUID();
  createPet = buildCreatePet(client, tables, undefined, clock);
  createMessage = buildCreateMessage(client, tables, clock);
});

const change = (id: bigint) =>
  engine.client.send(
    new UpdateCommand({
      TableName: engine.tables.pets,
      Key: petKey(id),
      UpdateExpression: 'SET #status = :sold',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':sold': 'sold' },
    }),
  );

const remove = (id: bigint) =>
  engine.client.send(new DeleteCommand({ TableName: engine.tables.pets, Key: petKey(id) }));

const storedPets = async () => {
  const { Items = [] } = await engine.client.send(
    new ScanCommand({ TableName: engine.tables.pets, ConsistentRead: true }),
  );
  return Items.map((item) => PetItem.parse(item));
};

const storedRecord = async () =>
  (
    await engine.client.send(
      new GetCommand({
        TableName: engine.tables.idempotencyKeys,
        Key: { id: recordId() },
        ConsistentRead: true,
      }),
    )
  ).Item;

describe('a key that comes again with the same request', () => {
  test('gives the first pet, every digit of it, and makes no other', async () => {
    const first = await createPet(REX, mine());
    expect(first.replayed).toBe(false);
    expect(await createPet(REX, mine())).toEqual({ item: first.item, replayed: true });
    expect((await storedPets()).filter(({ id }) => id >= first.item.id)).toEqual([first.item]);
  });

  test('gives the first message, its time of creation included', async () => {
    const first = await createMessage({ message: 'Hello' }, mine());
    now += 60_000;
    expect(await createMessage({ message: 'Hello' }, mine())).toEqual({
      item: first.item,
      replayed: true,
    });
    const { Item } = await engine.client.send(
      new GetCommand({ TableName: engine.tables.messages, Key: { id: first.item.id } }),
    );
    expect(Item?.['expiresAt']).toBe(BigInt(Date.parse('2026-12-21T10:20:30Z') / 1000));
  });

  test('at the same time twenty times makes one pet, and all return it', async () => {
    const before = (await storedPets()).length;
    const all = await Promise.all(Array.from({ length: 20 }, () => createPet(REX, mine())));
    const [first] = all;
    expect(all.map(({ item }) => item)).toEqual(all.map(() => first?.item));
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await storedPets()).toHaveLength(before + 1);
  });

  test.each<[string, (id: bigint) => Promise<unknown>, object[]]>([
    ['changed', (id) => change(id), [{ status: 'sold' }]],
    ['deleted', (id) => remove(id), []],
  ])('gives the first pet after it was %s, and writes nothing', async (_what, become, left) => {
    const { item } = await createPet(REX, mine());
    await become(item.id);
    const before = await storedPets();
    expect(await createPet(REX, mine())).toEqual({ item, replayed: true });
    expect(await storedPets()).toEqual(before);
    expect(before.filter(({ id }) => id === item.id)).toEqual(
      left.map((each) => ({ ...item, ...each })),
    );
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

describe('a key that comes again', () => {
  test.each<[string, Partial<OwnedNewPet>]>([
    ['name', { name: 'Tom' }],
    ['category', { categoryId: 7n }],
    ['status', { status: 'sold' }],
  ])('with another %s is refused', async (_what, change) => {
    await createPet(REX, mine());
    await expect(createPet({ ...REX, ...change }, mine())).rejects.toThrow(
      IdempotencyKeyReusedError,
    );
  });

  test('for another operation is refused', async () => {
    await createPet(REX, mine());
    await expect(createMessage({ message: 'Hello' }, mine())).rejects.toThrow(
      IdempotencyKeyReusedError,
    );
  });

  test('for another operation that takes the same body is refused', async () => {
    await createPet(REX, mine());
    const { client, tables } = engine;
    const importPet = buildCreateOnce(client, tables.idempotencyKeys, 'importPet', PetItem, clock);
    const item = { ...REX, id: 1n, revision: 'revision-of-test' };
    await expect(importPet({ idempotency: mine(), input: REX, item, parts: {} })).rejects.toThrow(
      IdempotencyKeyReusedError,
    );
  });

  test('from another account is another key', async () => {
    const first = await createPet(REX, mine());
    const other = await createPet({ ...REX, name: 'Tom' }, { accountId: 'acct_2', key });
    expect(other.replayed).toBe(false);
    expect(other.item.id).not.toBe(first.item.id);
  });
});

test('without a key every request makes a pet, and no record is kept', async () => {
  const [one, other] = [await createPet(REX), await createPet(REX)];
  expect(other.item.id).toBeGreaterThan(one.item.id);
  expect(await storedRecord()).toBeUndefined();
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
  const { client, tables } = engine;
  const record = { ...(await storedRecord()), made: { ...item, name: '' } };
  await remove(item.id);
  await client.send(new PutCommand({ TableName: tables.idempotencyKeys, Item: record }));
  await expect(createPet(REX, mine())).rejects.toThrow(
    new MalformedItemError(
      `${tables.idempotencyKeys}, id ${recordId()}: made.name: must be 1 to 256 characters long`,
    ),
  );
  expect(await storedPets()).not.toContainEqual(expect.objectContaining({ id: item.id }));
});

describe('a transaction', () => {
  let faulty: FaultyEngine;
  let client: DynamoDBDocumentClient;

  beforeAll(async () => {
    faulty = await startFaultyEngine(engine.endpoint);
    client = await faultyClient(engine, faulty);
  });
  afterAll(() => {
    client.destroy();
    faulty.close();
  });

  /** Creates with these faults, one for each request, and none after them. */
  const createWith = (...faults: Fault[]) => {
    faulty.choose(() => faults.shift() ?? 'none');
    const takeId = buildTakeId(engine.client, engine.tables.counters, 'pets');
    return buildCreatePet(client, engine.tables, takeId, clock)(REX, mine());
  };

  test.each<[string, Fault[]]>([
    ['meets other writes', ['cancelled', 'cancelled']],
    ['is still under way when it is sent again', ['in-progress']],
    ['is throttled', ['throttled', 'overloaded']],
    ['loses its answer', ['lost-reset']],
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
    const stale = buildCreatePet(engine.client, engine.tables, async () => item.id, clock);
    await expect(stale(REX, mine())).rejects.toThrow(/is taken/);
    expect(await storedRecord()).toBeUndefined();
  });
});

import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { buildDeletePet } from '../../../functions/delete-pet/store.ts';
import { logEntryOf } from '../../../functions/record-events/log-entry.ts';
import { buildAppend } from '../../../functions/record-events/sequencer.ts';
import { buildUpdatePet } from '../../../functions/update-pet/store.ts';
import { findDifferences } from '../../../infra/operator/restore/event-differences.ts';
import {
  checkEvents,
  Findings,
  recordMissing,
} from '../../../infra/operator/restore/record-missing.ts';
import { buildListEvents } from '../../../lib/events/list-events.ts';
import { type OrderItem, storedOrder } from '../../../lib/orders/stored-order.ts';
import { petKey } from '../../../lib/pets/pet-key.ts';
import { createDocumentClient } from '../../../lib/storage/document-client.ts';
import type { TableName } from '../../../lib/storage/tables.ts';
import { writeJson } from '../../../lib/values/json.ts';
import { itemsOf } from '../../support/copy-table.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { readLog } from '../../support/event-logs.ts';
import { startRecordingEngine } from '../../support/recording-engine.ts';
import { orderStore } from '../../support/stored-orders.ts';
import { change, OWNER, petCreator, STRANGER } from '../../support/stored-pets.ts';
import { streamRecord } from '../../support/stream-records.ts';

const DAY = 24 * 60 * 60 * 1000;

type Item = Readonly<Record<string, unknown>>;

let engine: TestEngine;
let stage: Parameters<typeof findDifferences>[0];
let orders: ReturnType<typeof orderStore>;
let create: ReturnType<typeof petCreator>;
let seen: Record<'orders' | 'pets', ReadonlyMap<string, Item>>;
let sequence = 0;

beforeEach(async () => {
  engine = await openEngine();
  stage = { client: engine.client, table: (name: TableName) => engine.tables[name] };
  orders = orderStore(engine);
  create = petCreator(engine);
  seen = { pets: new Map(), orders: new Map() };
});
afterEach(() => engine.close());

const rename = (id: bigint, name: string) =>
  buildUpdatePet(engine.client, engine.tables)(id, { name }, change());
const remove = (id: bigint) => buildDeletePet(engine.client, engine.tables)(id, change());

/** What streams tell of all changes since the last time. Whoever does not record it loses it. */
const streamed = async () => {
  const records = [];
  for (const table of ['pets', 'orders'] as const) {
    const keyOf = ({ shard, accountId, id }: Item) =>
      table === 'pets' ? { shard, id } : { accountId, id };
    const items = await itemsOf(engine.client, engine.tables[table]);
    const now = new Map(items.map((item) => [String(Object.values(keyOf(item))), item] as const));
    for (const place of new Set([...seen[table].keys(), ...now.keys()])) {
      const [before, after] = [seen[table].get(place), now.get(place)];
      sequence += 1;
      const keys = keyOf(after ?? before ?? {});
      records.push(streamRecord({ table, sequence, keys, before, after }, engine.tables));
    }
    seen[table] = now;
  }
  return records.flatMap((record) => logEntryOf(record, engine.tables) ?? []);
};

/** Records all changes since the last time, as the function does. */
const record = async (): Promise<void> => {
  const append = buildAppend(engine.client, engine.tables);
  for (const [log, changes] of Map.groupBy(await streamed(), (each) => each.log)) {
    await append(log, changes);
  }
};

/** Begins the log with a new pet: what was there before has no event. */
const begin = async () => {
  const { id } = await create();
  await record();
  return id;
};

const namesOf = ({ differences }: Pick<Findings, 'differences'>) =>
  differences.map(({ log, id, missing }) => `${log} ${id}: ${missing}`).sort();

const check = async (): Promise<Findings> => {
  const { differences } = await checkEvents(stage, 10);
  return { checkedAt: new Date().toISOString(), differences: [...differences] };
};

const tomorrow = () => new Date(Date.now() + DAY + 1000);

const typesIn = async (log: string) => {
  const list = buildListEvents(engine.client, engine.tables);
  return (await readLog(list, log)).map(
    ({ position, type, data }) => `${position} ${type} ${data.id}`,
  );
};

describe('a check', () => {
  test('takes nothing that was there before the log for lost', async () => {
    const [changed, deleted, unchanged] = [await create(), await create(), await create()];
    const old = '2026-01-01T00:00:00.000Z';
    const order = async (id: bigint, status: OrderItem['status'], updatedAt = old) => {
      const sides = { id, petId: 1n, status, role: 'owner', createdAt: old, updatedAt } as const;
      const Item = storedOrder({ ...sides, accountId: OWNER });
      await engine.client.send(new PutCommand({ TableName: engine.tables.orders, Item }));
    };
    await order(1n, 'completed');
    await order(2n, 'placed');
    await order(3n, 'placed');
    expect(await findDifferences(stage)).toMatchObject({ differences: [], earlier: 6 });
    await streamed();
    const first = await begin();
    expect(await findDifferences(stage)).toMatchObject({ differences: [], earlier: 6 });

    await rename(changed.id, 'Max');
    await remove(deleted.id);
    await order(2n, 'cancelled', new Date().toISOString());
    await record();
    expect(await findDifferences(stage)).toMatchObject({ differences: [], earlier: 3 });
    expect(await typesIn('pets')).toEqual([
      `1 pet.created ${first}`,
      expect.stringMatching(RegExp(`^[23] pet.updated ${changed.id}$`)),
      expect.stringMatching(RegExp(`^[23] pet.deleted ${deleted.id}$`)),
    ]);
    expect(await typesIn(`orders#${OWNER}`)).toEqual(['1 order.cancelled 2']);

    await rename(changed.id, 'Tom');
    await rename(unchanged.id, 'Tom');
    await order(3n, 'completed', new Date().toISOString());
    const found = await check();
    // Nobody can tell that the pet without an event has changed.
    const lost = [`orders#${OWNER} 3: order.completed`, `pets ${changed.id}: pet.updated`];
    expect(namesOf(found)).toEqual(lost);
    await recordMissing(stage, found, tomorrow());
    expect((await check()).differences).toEqual([]);
  });

  test('leaves out what is recorded while it looks', async () => {
    await begin();
    await create();
    const lost = await findDifferences(stage);
    expect(lost.differences).toHaveLength(1);
    const checked = checkEvents(stage, 1000);
    await record();
    expect((await checked).differences).toEqual([]);
  });

  test('takes no malformed item for one that is gone, and names an order that is gone, which has no event', async () => {
    const { id } = await create();
    const order = await orders.place((await create()).id);
    await record();
    const Item = { ...petKey(id), name: 7n };
    await engine.client.send(new PutCommand({ TableName: engine.tables.pets, Item }));
    const Key = { accountId: OWNER, id: order.id };
    await engine.client.send(new DeleteCommand({ TableName: engine.tables.orders, Key }));
    expect(await findDifferences(stage)).toMatchObject({ malformed: 1 });
    const found = await check();
    expect(namesOf(found)).toEqual([`orders#${OWNER} ${order.id}: `]);
    expect(await recordMissing(stage, found, tomorrow())).toEqual([]);
  });

  test('of a log that no longer begins at 1 compares what is kept', async () => {
    const [kept, lost] = [await create(), await create()];
    await record();
    const later = new Date(Date.now() + 40 * DAY);
    const append = buildAppend(engine.client, engine.tables, () => later);
    await rename(kept.id, 'Max');
    for (const each of await streamed()) await append(each.log, [each]);
    await rename(kept.id, 'Tom');
    await rename(lost.id, 'Tom');
    const found = await findDifferences(stage, later);
    expect([namesOf({ differences: [...found.differences] }), found.shortened]).toEqual([
      [`pets ${kept.id}: pet.updated`],
      1,
    ]);
  });
});

describe('what the stream has lost', () => {
  test('is found, and recorded a day later, once', async () => {
    const [renamed, removed, closed] = [await create(), await create(), await create()];
    const order = await orders.place(closed.id, STRANGER);
    await record();
    const created = await create();
    await rename(renamed.id, 'Max');
    await remove(removed.id);
    await orders.complete(OWNER, order.id);
    const { id } = await orders.place(created.id, OWNER);
    await orders.cancel(OWNER, id);
    await streamed();

    const found = await check();
    expect(namesOf(found)).toEqual(
      [
        `orders#${OWNER} ${order.id}: order.completed`,
        `orders#${OWNER} ${id}: order.placed,order.cancelled`,
        `orders#${STRANGER} ${order.id}: order.completed`,
        `pets ${created.id}: pet.created`,
        `pets ${renamed.id}: pet.updated`,
        `pets ${removed.id}: pet.deleted`,
        `pets ${closed.id}: pet.updated`,
      ].sort(),
    );
    // What the command prints is what it reads.
    const read = Findings.parse(JSON.parse(writeJson(found)));
    await Promise.all([
      recordMissing(stage, read, tomorrow()),
      recordMissing(stage, read, tomorrow()),
    ]);
    expect(await recordMissing(stage, read, tomorrow())).toEqual([]);
    expect((await check()).differences).toEqual([]);

    const pets = await typesIn('pets');
    expect(pets.map((each) => each.split(' ')[0])).toEqual(pets.map((_, nth) => String(nth + 1)));
    const since = (events: readonly string[], from: number) =>
      events
        .slice(from)
        .map((each) => each.replace(/^\d+ /, ''))
        .sort();
    expect(since(pets, 3)).toEqual(
      [
        `pet.created ${created.id}`,
        `pet.updated ${renamed.id}`,
        `pet.deleted ${removed.id}`,
        `pet.updated ${closed.id}`,
      ].sort(),
    );
    expect(since(await typesIn(`orders#${OWNER}`), 1)).toEqual([
      `order.cancelled ${id}`,
      `order.completed ${order.id}`,
      `order.placed ${id}`,
    ]);
    expect(await typesIn(`orders#${STRANGER}`)).toHaveLength(2);
  });

  test('is more than one transaction takes', async () => {
    await begin();
    for (let nth = 0; nth < 40; nth += 1) await create();
    const found = await check();
    expect(await recordMissing(stage, found, tomorrow())).toHaveLength(40);
    expect(await typesIn('pets')).toHaveLength(41);
    expect((await check()).differences).toEqual([]);
  });
});

describe('what the stream may still bring', () => {
  test('is not recorded of an item that has changed, or was recorded in whole or in part, since', async () => {
    const first = await begin();
    const [changed, recorded] = [await create(), await create()];
    const found = await check();
    expect(found.differences).toHaveLength(2);
    const partly = await create();
    const changes = await streamed();
    await rename(partly.id, 'Max');
    const foundLater = await check();
    const known = [recorded.id, partly.id];
    const of = changes.filter(({ happening }) => known.includes(BigInt(happening.data.id)));
    await buildAppend(engine.client, engine.tables)('pets', of);
    const pets = await typesIn('pets');
    for (const { id } of [recorded, changed]) await rename(id, 'Max');
    for (const each of [found, foundLater]) {
      expect(await recordMissing(stage, each, tomorrow())).toEqual([]);
    }
    expect(await typesIn('pets')).toEqual(pets);
    expect(pets).toHaveLength(3);
    expect(pets[0]).toBe(`1 pet.created ${first}`);
  });

  test.each(['rename', 'remove'] as const)(
    'is not recorded of an item that changes at the last moment (%s)',
    async (how) => {
      const first = await begin();
      const [pet, other] = [await create(), await create()];
      const found = await check();
      let isFirst = true;
      const name = 'changeBefore';
      engine.client.middlewareStack.add(
        (next, { commandName }) =>
          async (args) => {
            if (isFirst && commandName === 'TransactWriteItemsCommand') {
              isFirst = false;
              await (how === 'rename' ? rename(pet.id, 'Max') : remove(pet.id));
            }
            return next(args);
          },
        { name, step: 'initialize' },
      );
      await recordMissing(stage, found, tomorrow());
      engine.client.middlewareStack.remove(name);
      expect(isFirst).toBe(false);
      expect(await typesIn('pets')).toEqual([
        `1 pet.created ${first}`,
        `2 pet.created ${other.id}`,
      ]);
    },
  );
});

test('the commands ask storage for what docs/operators.md lists, and for nothing else', async () => {
  const order = await orders.place((await create()).id);
  await record();
  await create();
  await orders.complete(OWNER, order.id);
  await orders.place((await create()).id);
  const recording = await startRecordingEngine(engine.endpoint);
  const { region, credentials } = engine.client.config;
  const client = createDocumentClient({ endpoint: recording.endpoint, region, credentials });
  const { differences } = await checkEvents({ ...stage, client }, 0);
  const asked = () => {
    const names = new Map(Object.entries(engine.tables).map(([name, table]) => [table, name]));
    const lines = recording.asked.splice(0).map((line) => {
      const [action, table = '', ...rest] = line.split(' ');
      return [action, names.get(table), ...rest].join(' ');
    });
    return [...new Set(lines)].sort();
  };
  expect(asked()).toEqual(['Scan events', 'Scan orders', 'Scan pets']);
  const found = { checkedAt: new Date().toISOString(), differences: [...differences] };
  await recordMissing({ ...stage, client }, found, tomorrow());
  client.destroy();
  recording.close();
  expect(asked()).toEqual([
    'ConditionCheckItem orders',
    'ConditionCheckItem pets',
    'GetItem events',
    'PutItem events',
    'Scan events',
    'Scan orders',
    'Scan pets',
  ]);
});

import type { DescribeTableCommandOutput } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RefusedError } from '../../../infra/operator/errors.ts';
import { restoreTables } from '../../../infra/operator/restore-tables.ts';
import type { TableName } from '../../../lib/storage/tables.ts';
import { copyTable, emptyTable, itemsOf } from '../../support/copy-table.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { orderStore } from '../../support/stored-orders.ts';
import { OWNER, petCreator, STRANGER } from '../../support/stored-pets.ts';

const DATA = ['pets', 'orders', 'categories', 'idempotencyKeys', 'counters'] as const;

type Item = Readonly<Record<string, unknown>>;
type Store = Readonly<Record<'orders' | 'pets', readonly Item[]>>;

let engine: TestEngine;
let orders: ReturnType<typeof orderStore>;
let create: ReturnType<typeof petCreator>;

const table = (name: TableName): string => engine.tables[name];
const restored = (name: TableName): string => `${table(name)}-torn`;

beforeAll(async () => {
  engine = await openEngine();
  orders = orderStore(engine);
  create = petCreator(engine);
  for (const name of DATA) await copyTable(engine.client, table(name), restored(name));
});
afterAll(() => engine.close());

const emptyTables = async (): Promise<void> => {
  for (const name of ['pets', 'orders'] as const) await emptyTable(engine.client, table(name));
};
beforeEach(emptyTables);

const look = async (): Promise<Store> => ({
  pets: await itemsOf(engine.client, table('pets')),
  orders: await itemsOf(engine.client, table('orders')),
});

/** Puts these items into the restored tables, and the counters of now. */
const putRestored = async (store: Store): Promise<void> => {
  const counters = await itemsOf(engine.client, table('counters'));
  for (const [name, items] of Object.entries({ ...store, counters })) {
    const TableName = restored(name as keyof Store);
    await emptyTable(engine.client, TableName);
    for (const each of items) await engine.client.send(new PutCommand({ TableName, Item: each }));
  }
};

const restore = async (overwrite = true) => {
  const notes: string[] = [];
  const options = { suffix: 'torn', overwrite };
  const { repairs } = await restoreTables({ client: engine.client, table }, options, (text) =>
    notes.push(text),
  );
  expect(notes.filter((note) => / becomes /.test(note))).toEqual(repairs);
  return repairs;
};

describe('a restore with one half of a transaction', () => {
  test.each([
    ['place', 'orders', 'cancelled', 'available'],
    ['place', 'pets', undefined, 'available'],
    ['complete', 'orders', 'completed', 'sold'],
    ['complete', 'pets', 'completed', 'sold'],
    ['cancel', 'orders', 'cancelled', 'available'],
    ['cancel', 'pets', 'cancelled', 'available'],
  ] as const)(
    '%s, seen only in %s: the order is %s and the pet %s',
    async (what, newer, order, pet) => {
      const { id: petId } = await create();
      const open = what === 'place' ? undefined : await orders.place(petId);
      const old = await look();
      const placed =
        what === 'place' || open === undefined
          ? await orders.place(petId)
          : await orders[what](OWNER, open.id);
      const now = await look();
      await putRestored({ ...old, [newer]: now[newer] });

      const repairs = await restore();
      expect(repairs).toHaveLength(1);
      const after = await look();
      expect(after.orders.map(({ status }) => status)).toEqual(order ? [order] : []);
      expect(after.pets).toMatchObject([{ id: petId, status: pet }]);
      expect(after.pets[0]).not.toHaveProperty('heldBy');
      const listed = await orders.list({
        accountId: OWNER,
        after: 2n ** 62n,
        limit: 9,
        status: order,
      });
      expect(listed.items.map(({ id }) => id)).toEqual(order ? [placed.id] : []);
      // The same again: there is nothing to do, so nothing is lost without --overwrite.
      await restore(false);
      expect(await look()).toEqual(after);
    },
  );

  /** What a restore may have of an order of two accounts: each item from before the transaction, or from after it. */
  const PARTS = ['pet', 'customer', 'owner'] as const;
  const TORN = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
    PARTS.filter((_, nth) => (bits & (1 << nth)) !== 0),
  );

  test.each(
    (['place', 'complete', 'cancel'] as const).flatMap((what) =>
      TORN.map((newer) => [what, newer.join(' and ') || 'nothing', newer] as const),
    ),
  )('%s of two accounts, seen only in %s: all agree', async (what, _text, newer) => {
    const { id: petId } = await create();
    const open = what === 'place' ? undefined : await orders.place(petId, STRANGER);
    const old = await look();
    const placed = open ?? (await orders.place(petId, STRANGER));
    if (what !== 'place') await orders[what](OWNER, placed.id);
    const now = await look();
    const from = (part: (typeof PARTS)[number]) => (newer.includes(part) ? now : old);
    const sideOf = (part: 'customer' | 'owner') =>
      from(part).orders.filter(({ role }) => role === part);
    await putRestored({
      pets: from('pet').pets,
      orders: [...sideOf('customer'), ...sideOf('owner')],
    });

    await restore();
    const after = await look();
    const [status] = after.orders.map((order) => order['status']);
    expect(after.orders).toHaveLength(status === undefined ? 0 : 2);
    for (const accountId of status === undefined ? [] : [OWNER, STRANGER]) {
      const role = accountId === OWNER ? 'owner' : 'customer';
      const order = await orders.get(accountId, placed.id);
      expect(order).toMatchObject({ status, role, petId });
      const listed = await orders.list({
        accountId,
        after: 2n ** 62n,
        limit: 9,
        status: order.status,
      });
      expect(listed.items.map(({ id }) => id)).toEqual([placed.id]);
    }
    const petStatus = { placed: 'pending', completed: 'sold' }[String(status)] ?? 'available';
    expect(after.pets).toMatchObject([{ id: petId, status: petStatus }]);
    expect(after.pets[0]?.['heldBy']).toBe(status === 'placed' ? placed.id : undefined);
    // What a side knows of the end is kept.
    if (what !== 'place' && newer.length > 0) expect(status).toBe(now.orders[0]?.['status']);
    await restore(false);
    expect(await look()).toEqual(after);
  });

  test('gives a pet that was released another entity tag', async () => {
    const { id: petId } = await create();
    const old = await look();
    await orders.place(petId);
    const now = await look();
    await putRestored({ ...now, orders: old.orders });
    await restore();
    const revisions = [old, now, await look()].map(({ pets }) => pets[0]?.['revision']);
    expect(new Set(revisions).size).toBe(3);
    expect(revisions[2]).toMatch(/^[\w-]{16}$/);
  });

  test('whichever halves are missing, leaves orders that can be closed and pets that can be ordered', async () => {
    const step = fc.record({
      pet: fc.nat(2),
      by: fc.constantFrom(OWNER, STRANGER),
      how: fc.constantFrom('complete', 'cancel'),
    });
    const choices = fc.infiniteStream(fc.nat(2));
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 7 }),
        choices,
        async (steps, age) => {
          await emptyTables();
          const pets = [await create(), await create(), await create()];
          const open = new Map<bigint, bigint>();
          const history = [await look()];
          for (const { pet, by, how } of steps) {
            const petId = pets[pet]?.id ?? 0n;
            const order = open.get(petId);
            if (order !== undefined) {
              await orders[how](OWNER, order);
              open.delete(petId);
            } else {
              const placed = await orders.place(petId, by).catch(() => undefined);
              if (placed) open.set(petId, placed.id);
            }
            history.push(await look());
          }
          // Each item as it was at one of the last three moments.
          const recent = history.slice(-3);
          const pick = (name: keyof Store) =>
            (recent.at(-1)?.[name] ?? []).flatMap(({ id, accountId }) => {
              const at = recent[Math.min(age.next().value ?? 0, recent.length - 1)];
              const found = at?.[name].find(
                (item) => item['id'] === id && item['accountId'] === accountId,
              );
              return found ? [found] : [];
            });
          await putRestored({ pets: pick('pets'), orders: pick('orders') });

          await restore();
          const after = await look();
          for (const { id, status } of after.orders) {
            expect((await orders.get(OWNER, BigInt(String(id)))).status).toBe(status);
          }
          for (const { id, status } of after.orders) {
            if (status === 'placed') await orders.cancel(OWNER, BigInt(String(id)));
          }
          for (const { id, status } of (await look()).pets) {
            if (status !== 'sold') await orders.place(BigInt(String(id)));
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});

test('more than a megabyte of messages comes back, alone', async () => {
  const { client } = engine;
  for (let nth = 0; nth < 75; nth += 1) {
    const Item = { id: `msg_${nth}`, message: '\u{1F600}'.repeat(4096), expiresAt: nth };
    await client.send(new PutCommand({ TableName: table('messages'), Item }));
  }
  await copyTable(client, table('messages'), restored('messages'));
  expect(await emptyTable(client, table('messages'))).toBe(75);
  const options = { suffix: 'torn', only: 'messages' } as const;
  const { tables } = await restoreTables({ client, table }, options, () => {});
  expect(tables).toEqual([{ table: 'messages', added: 75, replaced: 0, removed: 0 }]);
  const byId = (items: readonly Item[]) => new Map(items.map((item) => [item['id'], item]));
  expect(byId(await itemsOf(client, table('messages')))).toEqual(
    byId(await itemsOf(client, restored('messages'))),
  );
});

describe('restored tables', () => {
  /** Has the engine describe its tables otherwise, as only AWS can. */
  const described = async (changeOf: (name: string) => object, pattern: RegExp): Promise<void> => {
    const name = 'describedOtherwise';
    engine.client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const answer = await next(args);
          if (commandName === 'DescribeTableCommand') {
            const { Table } = answer.output as DescribeTableCommandOutput;
            Object.assign(Table ?? {}, changeOf(Table?.TableName ?? ''));
          }
          return answer;
        },
      { name, step: 'initialize' },
    );
    try {
      const refused = await restore().catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(RefusedError);
      expect(String(refused)).toMatch(pattern);
    } finally {
      engine.client.middlewareStack.remove(name);
    }
  };

  test('that AWS still restores are waited for', () =>
    described(
      (name) => (name === restored('orders') ? { TableStatus: 'CREATING' } : {}),
      /^RefusedError: \S+-torn is CREATING, not ACTIVE\. Restore these tables, or wait/,
    ));

  test('of another stage are refused', () =>
    described(
      (name) => ({
        RestoreSummary: {
          SourceTableArn: `arn:aws:dynamodb:us-east-1:1:table/${name === restored('orders') ? 'other' : name.replace(/-torn$/, '')}`,
        },
      }),
      /^RefusedError: \S*orders\S*-torn is a copy of other, not of \S*orders\S*\. Restore these tables/,
    ));

  test('of different times are refused', () =>
    described(
      (name) => ({
        RestoreSummary: { RestoreDateTime: new Date(name === restored('pets') ? 1000 : 0) },
      }),
      /^RefusedError: .*pets\S*-torn to 1970-01-01T00:00:01.000Z, .*Restore all to the same second/,
    ));
});

import type { DescribeTableCommandOutput } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { RestoreOptions } from '../../../infra/operator/restore/restore-tables.ts';
import { APART, restoreTables } from '../../../infra/operator/restore/restore-tables.ts';
import { RefusedError } from '../../../infra/operator/terminal/errors.ts';
import { type TableName, tableNames } from '../../../lib/storage/tables.ts';
import { copyTable, emptyTable, itemsOf, putItems } from '../../support/copy-table.ts';
import { openEngine } from '../../support/engine.ts';
import { faultyClient, openFaulty } from '../../support/faulty-client.ts';
import { type Fault, startRecordingEngine } from '../../support/faulty-engine.ts';
import { orderStore } from '../../support/stored-orders.ts';
import { OWNER, petStore, STRANGER, setCounter } from '../../support/stored-pets.ts';

/** The tables of a restore. The counters are raised last. */
const DATA = [
  ...tableNames().filter((name) => name !== 'counters' && !APART.has(name)),
  'counters',
] as const;

type Item = Readonly<Record<string, unknown>>;
/** What tests fill of it. */
type Store = Readonly<Record<'orders' | 'pets', readonly Item[]>>;

const engine = await openEngine();
afterAll(engine.close);
const faulty = await openFaulty(engine);
const orders = orderStore(engine);
const { create } = petStore(engine);

const table = (name: TableName): string => engine.tables[name];
const restored = (name: TableName): string => `${table(name)}-torn`;

for (const name of DATA) await copyTable(engine.client, table(name), restored(name));

const emptyTables = async (): Promise<void> => {
  for (const name of ['orders', 'pets'] as const) await emptyTable(engine.client, table(name));
};
beforeEach(emptyTables);

const stored = (name: TableName) => itemsOf(engine.client, table(name));

const look = async (): Promise<Store> => ({
  pets: await stored('pets'),
  orders: await stored('orders'),
});

/** Puts these items into the restored tables, and the counters as they are now. */
const putRestored = async ({ pets, orders }: Store): Promise<void> => {
  const all = [
    ['pets', pets],
    ['orders', orders],
    ['counters', await stored('counters')],
  ] as const;
  for (const [name, items] of all) {
    await emptyTable(engine.client, restored(name));
    await putItems(engine.client, restored(name), items);
  }
};

const restore = async (options: Partial<RestoreOptions> = {}, client = engine.client) => {
  const notes: string[] = [];
  const all = { suffix: 'torn', overwrite: true, ...options };
  const { repairs, tables } = await restoreTables({ client, table }, all, (text) =>
    notes.push(text),
  );
  expect(notes.filter((note) => / becomes /.test(note))).toEqual(repairs);
  return tables;
};
const NO_OVERWRITE = { overwrite: false };

describe('a restore', () => {
  test('that would lose items names the tables and how many, and changes nothing, nor does a dry run', async () => {
    await create();
    await putRestored(await look());
    const { id } = await create();
    await orders.place(id);
    const before = await look();
    await expect(restore(NO_OVERWRITE)).rejects.toThrow(
      /pets\S* has 1 items .*; \S*orders\S* has 1 items .*Nothing was changed\. With --overwrite/,
    );
    const [pets] = await restore({ dryRun: true });
    expect(pets).toEqual({ table: 'pets', added: 0, replaced: 0, removed: 1 });
    expect(await look()).toEqual(before);
  });

  test('that is cut off in the middle does what is left, also throttled, and then nothing', async () => {
    const count = 60;
    for (let nth = 0; nth < count; nth += 1) await create();
    const before = await look();
    await putRestored(before);
    await emptyTables();
    let batches = 0;
    const failWhere = (fails: () => boolean, fault: Fault) =>
      faulty.choose(({ action }) => {
        if (action !== 'BatchWriteItem') return 'none';
        batches += 1;
        return fails() ? fault : 'none';
      });
    failWhere(() => batches > 1, 'denied');
    const denied = { name: 'AccessDeniedException' };
    await expect(restore(NO_OVERWRITE, faulty.client)).rejects.toMatchObject(denied);
    const part = (await look()).pets.length;
    expect([part > 0, part < count]).toEqual([true, true]);

    batches = 0;
    failWhere(() => batches <= 12, 'overloaded');
    const [copied] = await restore(NO_OVERWRITE, faulty.client);
    expect(copied).toEqual({ table: 'pets', added: count - part, replaced: 0, removed: 0 });
    expect(await look()).toEqual(before);
    const none = { added: 0, replaced: 0, removed: 0 };
    expect(await restore(NO_OVERWRITE)).toEqual(DATA.map((name) => ({ table: name, ...none })));
  });

  test('wants lost counters first, which are put back alone', async () => {
    await create();
    await copyTable(engine.client, table('counters'), `${table('counters')}-latest`);
    await putRestored(await look());
    const counters = await stored('counters');
    await emptyTable(engine.client, table('counters'));
    await expect(restore()).rejects.toThrow(/has lost the counter of .*docs\/restoring\.md/);
    await restore({ ...NO_OVERWRITE, suffix: 'latest', only: 'counters' });
    expect(await stored('counters')).toEqual(counters);
    await restore();
  });

  test('asks storage for what docs/operators.md lists, and for nothing else', async () => {
    const { id } = await create();
    await orders.place(id);
    await putRestored(await look());
    await emptyTables();
    await setCounter(engine, 'pets', 1n);
    const times = { startedAt: '', doneAt: '', version: '', runs: [] };
    const done = { ...times, status: 'done', read: 9, changed: 9, malformed: 0 };
    await putItems(engine.client, table('backfills'), [
      { name: 'early', table: 'pets', ...done },
      { name: 'other', table: 'accounts', ...done },
    ]);
    const recording = await startRecordingEngine(engine);
    const client = faultyClient(engine, recording);
    await restore(NO_OVERWRITE, client);
    client.destroy();
    recording.close();
    const of = (name: string) => {
      if (name.endsWith('-torn')) return 'restored';
      return ['backfills', 'counters'].includes(name) ? name : 'data';
    };
    const asked = recording.asked.map((line) => line.split(' '));
    const actions = asked.map(([action]) => action);
    // The counters are raised last.
    const raised = recording.asked.indexOf('UpdateItem counters');
    expect(raised).toBeGreaterThan(actions.lastIndexOf('BatchWriteItem'));
    expect(
      [...new Set(asked.map(([action, name = '']) => `${action} ${of(name)}`))].sort(),
    ).toEqual([
      'BatchWriteItem data',
      'DescribeTable restored',
      'Scan backfills',
      'Scan counters',
      'Scan data',
      'Scan restored',
      'UpdateItem backfills',
      'UpdateItem counters',
    ]);
    // Restored items may lack what a backfill gave them.
    const states = await stored('backfills');
    expect(states.map(({ name, status, read }) => [name, status, read]).sort()).toEqual([
      ['early', 'running', 0n],
      ['other', 'done', 9n],
    ]);
  });
});

describe('a restore with a part of a transaction', () => {
  /** What a restore may have: each item from before the transaction, or from after it. */
  type Part = 'customer' | 'owner' | 'pet';
  const someOf = (parts: readonly Part[]) =>
    Array.from({ length: 2 ** parts.length }, (_, bits) =>
      parts.filter((_part, nth) => (bits & (1 << nth)) !== 0),
    );
  const sides = { [OWNER]: ['pet', 'owner'], [STRANGER]: ['pet', 'customer', 'owner'] } as const;

  const cases = ([OWNER, STRANGER] as const).flatMap((by) =>
    (['place', 'complete', 'cancel'] as const).flatMap((what) =>
      someOf(sides[by]).map((newer) => ({ what, by, newer })),
    ),
  );

  /** What is stored of some pets. */
  const lookAt = async (ids: readonly unknown[]): Promise<Store> => {
    const all = await look();
    return {
      pets: all.pets.filter(({ id }) => ids.includes(id)),
      orders: all.orders.filter(({ petId }) => ids.includes(petId)),
    };
  };

  /** Carries a transaction out, on a new pet. Returns what a restore has of it, and what that must become. */
  const prepare = async ({ what, by, newer }: (typeof cases)[number]) => {
    const { id: petId } = await create();
    const open = what === 'place' ? undefined : await orders.place(petId, by);
    const old = await lookAt([petId]);
    const placed = open ?? (await orders.place(petId, by));
    if (what !== 'place') await orders[what](OWNER, placed.id);
    const now = await lookAt([petId]);
    const from = (part: Part) => (newer.includes(part) ? now : old);
    const sideOf = (part: Part) => from(part).orders.filter(({ role }) => role === part);
    const parts = {
      pets: from('pet').pets,
      orders: [...sideOf('customer'), ...sideOf('owner')],
    };
    const expectWhole = async (): Promise<void> => {
      const after = await lookAt([petId]);
      const [status] = after.orders.map((order) => order['status']);
      const accounts = status === undefined ? [] : [...new Set([OWNER, by])];
      expect(after.orders).toHaveLength(accounts.length);
      for (const accountId of accounts) {
        const role = accountId === OWNER ? 'owner' : 'customer';
        const order = await orders.get(accountId, placed.id);
        expect(order).toMatchObject({ status, role, petId });
        const page = { accountId, after: placed.id + 1n, limit: 1, status: order.status };
        expect((await orders.list(page)).items).toMatchObject([{ id: placed.id }]);
      }
      const petStatus = { placed: 'pending', completed: 'sold' }[String(status)] ?? 'available';
      expect(after.pets).toMatchObject([{ id: petId, status: petStatus }]);
      expect(after.pets[0]?.['heldBy']).toBe(status === 'placed' ? placed.id : undefined);
      // A pet that was released, or sold, has an entity tag that no client has seen.
      const [pet] = after.pets;
      const isSame = pet?.['status'] === parts.pets[0]?.['status'];
      const seen = [old, now].map(({ pets }) => pets[0]?.['revision']);
      expect(seen.includes(pet?.['revision'])).toBe(isSame);
      expect(pet?.['revision']).toMatch(/^[\w-]{16}$/);
      // What a side knows of the end is kept.
      if (what !== 'place' && newer.length > 0) expect(status).toBe(now.orders[0]?.['status']);
    };
    return { parts, expectWhole };
  };

  test('whichever of them it has, all agree', async () => {
    const prepared = await Array.fromAsync(cases, prepare);
    await putRestored({
      pets: prepared.flatMap(({ parts }) => parts.pets),
      orders: prepared.flatMap(({ parts }) => parts.orders),
    });
    await restore();
    for (const [nth, { expectWhole }] of prepared.entries()) {
      await expectWhole().catch((cause: unknown) => {
        throw new Error(`They do not agree: ${JSON.stringify(cases[nth])}`, { cause });
      });
    }
    // The same again: there is nothing to do, so nothing is lost without --overwrite.
    const after = await look();
    await restore(NO_OVERWRITE);
    expect(await look()).toEqual(after);
  });

  test('whichever are missing, leaves orders that can be closed and pets that can be ordered', async () => {
    const step = fc.record({
      pet: fc.nat(2),
      by: fc.constantFrom(OWNER, STRANGER),
      how: fc.constantFrom('complete', 'cancel'),
    });
    type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

    /** Carries out steps on three new pets. Returns each item as it was at one of the last three moments. */
    const carryOut = async (steps: readonly Step[], ageOf: () => number): Promise<Store> => {
      const pets = [(await create()).id, (await create()).id, (await create()).id];
      const open = new Map<bigint, bigint>();
      const history = [await lookAt(pets)];
      for (const { pet, by, how } of steps) {
        const petId = pets[pet] ?? 0n;
        const order = open.get(petId);
        if (order !== undefined) {
          await orders[how](OWNER, order);
          open.delete(petId);
        } else {
          const placed = await orders.place(petId, by).catch(() => undefined);
          if (placed) open.set(petId, placed.id);
        }
        history.push(await lookAt(pets));
      }
      const recent = history.slice(-3);
      const pick = (name: 'orders' | 'pets') =>
        (recent.at(-1)?.[name] ?? []).flatMap(({ id, accountId }) => {
          const at = recent[Math.min(ageOf(), recent.length - 1)];
          const same = (item: Item) => item['id'] === id && item['accountId'] === accountId;
          return at?.[name].filter(same) ?? [];
        });
      return { pets: pick('pets'), orders: pick('orders') };
    };

    // One restore of five such histories, as it takes longest.
    const some = fc.array(fc.array(step, { minLength: 2, maxLength: 7 }), {
      minLength: 5,
      maxLength: 5,
    });
    const ages = fc.infiniteStream(fc.nat(2));
    const leavesAll = fc.asyncProperty(some, ages, async (histories, age) => {
      await emptyTables();
      const parts = await Array.fromAsync(histories, (steps) =>
        carryOut(steps, () => age.next().value ?? 0),
      );
      await putRestored({
        pets: parts.flatMap(({ pets }) => pets),
        orders: parts.flatMap((part) => part.orders),
      });

      await restore();
      const { orders: agreed } = await look();
      for (const { id, status } of agreed) {
        expect((await orders.get(OWNER, BigInt(String(id)))).status).toBe(status);
      }
      for (const { id, status } of agreed) {
        if (status === 'placed') await orders.cancel(OWNER, BigInt(String(id)));
      }
      for (const { id, status } of (await look()).pets) {
        if (status !== 'sold') await orders.place(BigInt(String(id)));
      }
    });
    await fc.assert(leavesAll, { numRuns: 5 });
  });
});

test('counters are raised to those that were restored and to the highest id, and never lowered', async () => {
  const valuesNow = async () =>
    Object.fromEntries((await stored('counters')).map(({ name, value }) => [name, value]));
  await setCounter(engine, 'pets', 70n);
  await setCounter(engine, 'orders', 70n);
  await putRestored(await look());
  await setCounter(engine, 'pets', 1n);
  await setCounter(engine, 'orders', 1000n);
  await restore();
  expect(await valuesNow()).toMatchObject({ pets: 70n, orders: 1000n });

  const { id } = await create();
  await setCounter(engine, 'pets', 1n);
  await putRestored(await look());
  await restore();
  expect(await valuesNow()).toMatchObject({ pets: id });
});

test('more than a megabyte of messages comes back, alone', async () => {
  const { client } = engine;
  const same = { message: '\u{1F600}'.repeat(4096), expiresAt: 9 };
  const items = Array.from({ length: 75 }, (_, nth) => ({ id: `msg_${nth}`, ...same }));
  await putItems(client, table('messages'), items);
  await copyTable(client, table('messages'), restored('messages'));
  expect(await emptyTable(client, table('messages'))).toBe(75);
  const copied = [{ table: 'messages', added: 75, replaced: 0, removed: 0 }];
  expect(await restore({ ...NO_OVERWRITE, only: 'messages' })).toEqual(copied);
  const byId = (items: readonly Item[]) => new Map(items.map((item) => [item['id'], item]));
  const messages = await itemsOf(client, restored('messages'));
  expect(byId(await stored('messages'))).toEqual(byId(messages));
});

describe('restored tables', () => {
  const expectRefused = async (pattern: RegExp, suffix = 'torn') => {
    const refused = await restore({ suffix }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RefusedError);
    expect(String(refused)).toMatch(pattern);
  };

  test('that are missing are named', () =>
    expectRefused(
      /^RefusedError: (\S+-nowhere does not exist(; |\. )){5,}Restore all tables/,
      'nowhere',
    ));

  test('with another key are refused', async () => {
    for (const name of DATA) {
      const from = name === 'pets' ? 'accounts' : name;
      await copyTable(engine.client, table(from), `${table(name)}-swapped`);
    }
    await expectRefused(/-swapped has another key \(accountId\)\. /, 'swapped');
  });

  /** The table of one name is described as only AWS can. */
  const only = (name: TableName, described: object) => (of: string) =>
    of === restored(name) ? described : {};
  const source = (name: string) => ({
    RestoreSummary: { SourceTableArn: `arn:aws:dynamodb:us-east-1:1:table/${name}` },
  });

  test.each<[string, (of: string) => object, RegExp]>([
    [
      'that AWS still restores are waited for',
      only('orders', { TableStatus: 'CREATING' }),
      /^RefusedError: \S+-torn is CREATING, not ACTIVE\. Restore all tables .*, or wait/,
    ],
    [
      'of another stage are refused',
      (of) => (of === restored('orders') ? source('other') : source(of.replace(/-torn$/, ''))),
      /^RefusedError: \S*orders\S*-torn is a copy of other, not of \S*orders\S*\. Restore all tables/,
    ],
    [
      'of different times are refused',
      (of) => ({
        RestoreSummary: { RestoreDateTime: new Date(of === restored('pets') ? 1000 : 0) },
      }),
      /orders\S*-torn was restored to 1970-01-01T00:00:00.000Z, others to 1970-01-01T00:00:01.000Z.*to the same second/,
    ],
  ])('%s', async (_what, describedAs, pattern) => {
    const name = 'describedOtherwise';
    engine.client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const answer = await next(args);
          if (commandName === 'DescribeTableCommand') {
            const { Table } = answer.output as DescribeTableCommandOutput;
            Object.assign(Table ?? {}, describedAs(Table?.TableName ?? ''));
          }
          return answer;
        },
      { name, step: 'initialize' },
    );
    try {
      await expectRefused(pattern);
    } finally {
      engine.client.middlewareStack.remove(name);
    }
  });
});

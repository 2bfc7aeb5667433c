import type { DescribeTableCommandOutput } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTables } from '../../../infra/local/engine/tables.ts';
import type { RestoreOptions } from '../../../infra/operator/restore/restore-tables.ts';
import { APART, restoreTables } from '../../../infra/operator/restore/restore-tables.ts';
import { RefusedError } from '../../../infra/operator/terminal/errors.ts';
import { type TableName, tableNames } from '../../../lib/storage/tables.ts';
import { emptyTable, itemsOf, putItems } from '../../support/copy-table.ts';
import { openEngine } from '../../support/engine.ts';
import { openFaulty, openRecording } from '../../support/faulty-client.ts';
import type { Fault } from '../../support/faulty-engine.ts';
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
const recording = await openRecording(engine);
const orders = orderStore(engine);
const { create } = petStore(engine);

const table = (name: TableName): string => engine.tables[name];
const restored = (name: TableName): string => `${table(name)}-torn`;

/** Creates the tables of a restore, which are empty. */
const createRestored = (nameOf: (name: TableName) => string) =>
  createTables({ ...engine, description: 'the restored tables' }, nameOf);
await createRestored(restored);

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
    await putRestored(await look());
    const counters = await stored('counters');
    await createRestored((name) => `${table(name)}-latest`);
    await putItems(engine.client, `${table('counters')}-latest`, counters);
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
    await restore(NO_OVERWRITE, recording.client);
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

describe('a restore with a part of some transactions', () => {
  /** What a restore may have: each item from before the transactions, or from after them. */
  type Part = 'customer' | 'owner' | 'pet';
  const someOf = (parts: readonly Part[]) =>
    Array.from({ length: 2 ** parts.length }, (_, bits) =>
      parts.filter((_part, nth) => (bits & (1 << nth)) !== 0),
    );
  const sides = { [OWNER]: ['pet', 'owner'], [STRANGER]: ['pet', 'customer', 'owner'] } as const;

  type Step = 'place' | 'complete' | 'cancel';
  /** Transactions on a new pet. A restore has a part of the last ones. */
  const HISTORIES: readonly { readonly whole: readonly Step[]; readonly last: readonly Step[] }[] =
    [
      { whole: [], last: ['place'] },
      { whole: [], last: ['place', 'complete'] },
      { whole: ['place'], last: ['complete'] },
      { whole: ['place'], last: ['cancel'] },
      { whole: ['place'], last: ['cancel', 'place'] },
    ];

  const cases = ([OWNER, STRANGER] as const).flatMap((by) =>
    HISTORIES.flatMap((history) => someOf(sides[by]).map((newer) => ({ ...history, by, newer }))),
  );

  /** What is stored of a pet. */
  const lookAt = async (pet: bigint): Promise<Store> => {
    const all = await look();
    return {
      pets: all.pets.filter(({ id }) => id === pet),
      orders: all.orders.filter(({ petId }) => petId === pet),
    };
  };

  /** Carries transactions out, on a new pet. Returns what a restore has of them, and what that must become. */
  const prepare = async ({ whole, last, by, newer }: (typeof cases)[number]) => {
    const { id: petId } = await create();
    let newest = 0n;
    const carryOut = async (steps: readonly Step[]): Promise<Store> => {
      for (const step of steps) {
        if (step === 'place') newest = (await orders.place(petId, by)).id;
        else await orders[step](OWNER, newest);
      }
      return lookAt(petId);
    };
    const [old, now] = [await carryOut(whole), await carryOut(last)];
    const from = (part: Part) => (newer.includes(part) ? now : old);
    const sidesOf = (part: Part) => from(part).orders.filter(({ role }) => role === part);
    const parts = {
      pets: from('pet').pets,
      orders: [...sidesOf('customer'), ...sidesOf('owner')],
    };
    const accounts = [...new Set([OWNER, by])];
    const expectWhole = async (): Promise<void> => {
      const after = await lookAt(petId);
      const ends = new Map<unknown, unknown>();
      for (const [id, both] of Map.groupBy(after.orders, (order) => BigInt(String(order['id'])))) {
        expect(both).toHaveLength(accounts.length);
        const status = both[0]?.['status'];
        ends.set(id, status);
        for (const accountId of accounts) {
          const role = accountId === OWNER ? 'owner' : 'customer';
          const order = await orders.get(accountId, id);
          expect(order).toMatchObject({ status, role, petId });
          const page = { accountId, after: id + 1n, limit: 1, status: order.status };
          expect((await orders.list(page)).items).toMatchObject([{ id }]);
        }
      }
      const [[before = {}], [pet = {}]] = [parts.pets, after.pets];
      // A pet that an order held is as that has ended, another one as it was.
      const held = { placed: 'pending', completed: 'sold' }[String(ends.get(before['heldBy']))];
      expect(pet['status']).toBe(before['heldBy'] ? (held ?? 'available') : before['status']);
      const open = [...ends.keys()].filter((id) => ends.get(id) === 'placed');
      expect(open).toEqual(pet['heldBy'] ? [pet['heldBy']] : []);
      // A pet that was released, or sold, has an entity tag that no client has seen.
      const seen = [old, now].map(({ pets }) => pets[0]?.['revision']);
      expect(seen.includes(pet['revision'])).toBe(pet['status'] === before['status']);
      expect(pet['revision']).toMatch(/^[\w-]{16}$/);
      // What a side knows of the end is kept.
      const [first] = old.orders;
      const end = now.orders.find(({ id }) => id === first?.['id'])?.['status'];
      if (first && newer.length > 0) expect(ends.get(first['id'])).toBe(end);
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
  await putItems(client, restored('messages'), items);
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
    const swapped: Partial<Record<TableName, TableName>> = { pets: 'accounts', accounts: 'pets' };
    await createRestored((name) => `${table(swapped[name] ?? name)}-swapped`);
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

import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { logEntryOf } from '../../functions/record-events/log-entry.ts';
import { backfill } from '../../infra/operator/backfills/backfill.ts';
import { readStates } from '../../infra/operator/backfills/backfill-states.ts';
import { runBackfill } from '../../infra/operator/backfills/run-backfill.ts';
import { backfillStage } from '../../infra/operator/commands/backfill-commands.ts';
import { RefusedError } from '../../infra/operator/terminal/errors.ts';
import { OrderItem } from '../../lib/orders/stored-order.ts';
import { petKey } from '../../lib/pets/pet-key.ts';
import { type PetItem, StoredPet, storedPet } from '../../lib/pets/stored-pet.ts';
import { emptyTable, putItems } from '../support/copy-table.ts';
import { faultyClient } from '../support/faulty-client.ts';
import { openTables } from '../support/open-tables.ts';
import { STATUS_SHARD, statusShardOf } from '../support/status-shard.ts';
import { orderStore } from '../support/stored-orders.ts';
import { change, OWNED, petStore } from '../support/stored-pets.ts';
import { STREAMED, streamRecord } from '../support/stream-records.ts';
import { openTestStage } from '../support/test-stage.ts';

type Item = Readonly<Record<string, unknown>>;

const engine = await openTables();
const { client, tables } = engine;
const stage = openTestStage(engine);
const { remove, update } = petStore(engine);
const orders = orderStore(engine);

const NAME = 'statusShard';

beforeEach(async () => {
  for (const table of [tables.pets, tables.orders, tables.backfills]) {
    await emptyTable(client, table);
  }
});

const set = (id: bigint, changes: Item) => engine.update('pets', petKey(id), changes);

let lastId = 0n;
/** Stores pets as a version did that did not know the attribute. Gives the last one. */
const storeOld = async (count: number): Promise<PetItem> => {
  const rex = { name: 'Rex', categoryId: 7n, status: 'available', ...OWNED } as const;
  const items = Array.from({ length: count }, () => {
    lastId += 1n;
    const { statusShard: _new, ...item } = storedPet({ id: lastId, ...rex });
    return item;
  });
  await putItems(client, tables.pets, items);
  return { id: lastId, ...rex };
};

const run = (
  options: Partial<Parameters<typeof runBackfill>[3]> = {},
  of = stage,
  which = STATUS_SHARD,
) => runBackfill(of, NAME, which, { by: 'me', version: '1', rate: Infinity, ...options });

/** The same stage, with a hook before each call. */
const busy = { ...stage, client: faultyClient(engine, engine) };
let before: (command: string, input: Item) => unknown;
busy.client.middlewareStack.add(
  (next, { commandName = '' }) =>
    async (args) => {
      await before(commandName.replace(/(Item)?Command$/, ''), args.input as Item);
      return next(args);
    },
  { step: 'initialize', priority: 'high' },
);
afterAll(() => busy.client.destroy());

/** Has something happen once, between the read and the write of a pet. */
const meanwhile = (write: () => Promise<unknown>) => {
  let isOver = false;
  before = async (command, { TableName }) => {
    if (isOver || command !== 'Update' || TableName !== tables.pets) return;
    isOver = true;
    await write();
  };
};

/** Notes the calls from now on. */
const watch = () => {
  const commands: string[] = [];
  before = (command) => commands.push(command);
  return commands;
};

test('items get the attribute and are otherwise as before, a second run writes nothing, and one that is done reads nothing', async () => {
  await storeOld(110);
  const old = await engine.all('pets');
  const state = await run();
  expect(state).toMatchObject({ status: 'done', read: 110n, changed: 110n, malformed: 0n });
  const after = await engine.all('pets');
  const byId = (items: readonly Item[]) => new Map(items.map((item) => [item['id'], item]));
  const expected = old.map((item) => ({
    ...item,
    statusShard: statusShardOf(StoredPet.parse(item)),
  }));
  // Also the revision: no client's tag is refused.
  expect(byId(after)).toEqual(byId(expected));

  const commands = watch();
  expect(await run({}, busy)).toEqual(state);
  expect(commands).toEqual(['Get']);
  const again = await run({ again: true, by: 'you', version: '2' });
  expect(again).toMatchObject({ status: 'done', read: 110n, changed: 0n, version: '2' });
  expect(again.runs.map(({ by }) => by)).toEqual(['me', 'you']);
  expect(byId(await engine.all('pets'))).toEqual(byId(expected));
});

describe('a client that writes between the read and the write of a backfill', () => {
  test.each<[what: string, write: (pet: PetItem) => Promise<unknown>, expected: Item | undefined]>([
    [
      'a change with the newest tag',
      (pet) => update(pet.id, { status: 'sold' }, change(pet.revision)),
      { status: 'sold' },
    ],
    [
      'a change of another member',
      ({ id }) => update(id, { name: 'Max' }, change()),
      { name: 'Max' },
    ],
    ['an order', ({ id }) => orders.place(id), { status: 'pending', heldBy: expect.anything() }],
    ['a delete', (pet) => remove(pet.id, change(pet.revision)), undefined],
  ])('keeps %s', async (_what, write, expected) => {
    const pet = await storeOld(1);
    meanwhile(() => write(pet));
    await run({}, busy);
    const [item] = await engine.all('pets');
    const shard = item && statusShardOf(StoredPet.parse(item));
    expect(item).toEqual(expected && expect.objectContaining({ ...expected, statusShard: shard }));
  });

  test('keeps an attribute that it adds, and what follows from that', async () => {
    const nicknames = backfill({
      table: 'pets',
      description: 'Pets have the length of their nicknames.',
      schema: z.object({ nickname: z.optional(z.string()) }),
      change: ({ nickname = '' }) => ({ nicknameLength: nickname.length }),
    });
    const { id } = await storeOld(1);
    meanwhile(() => set(id, { nickname: 'Wuff' }));
    await run({}, busy, nicknames);
    const [item] = await engine.all('pets');
    expect(item).toMatchObject({ nickname: 'Wuff', nicknameLength: 4n });
  });
});

test('what was read last may be deleted before the next page', async () => {
  await storeOld(105);
  let deleted = 0;
  before = async (command, { ExclusiveStartKey }) => {
    const { id } = Object(ExclusiveStartKey);
    if (command !== 'Scan' || id === undefined) return;
    deleted += 1;
    await remove(id, change());
  };
  await run({}, busy);
  const items = await engine.all('pets');
  expect([items.length, deleted]).toEqual([104, 1]);
  expect(items.filter((item) => item['statusShard'] === undefined)).toEqual([]);
});

test('cut off before any call, it goes on where it was, and begins again with another version of the code', async () => {
  await storeOld(110);
  const cutOffAfter = async (calls: number, options = {}) => {
    let left = calls;
    before = () => {
      if (left === 0) throw new Error('cut off');
      left -= 1;
    };
    await expect(run(options, busy)).rejects.toThrow('cut off');
  };
  for (const calls of [1, 2, 9, 60, 46]) await cutOffAfter(calls);
  const [state] = await readStates(stage);
  expect(state?.status).toBe('running');
  const scansOf = (commands: readonly string[]) =>
    commands.filter((each) => each === 'Scan').length;
  const commands = watch();
  // Each item counts once, also if its page was read more often.
  expect(await run({}, busy)).toMatchObject({ status: 'done', read: 110n });
  // What was read to its end is not read again.
  expect(scansOf(commands)).toBe(1);
  const items = await engine.all('pets');
  expect(
    items.filter((item) => item['statusShard'] !== statusShardOf(StoredPet.parse(item))),
  ).toEqual([]);

  await cutOffAfter(5, { again: true, version: '2' });
  const anew = watch();
  expect(await run({ version: '3' }, busy)).toMatchObject({ read: 110n, version: '3' });
  expect(scansOf(anew)).toBe(2);
});

test('a malformed item is named and left out, and the command fails after all others are changed', async () => {
  await storeOld(3);
  const { id } = await storeOld(1);
  await set(id, { status: 'lost' });
  const notes: string[] = [];
  const results: unknown[] = [];
  const output = {
    note: (text: string) => notes.push(text),
    result: async (value: unknown) => void results.push(value),
  };
  const command = (dryRun?: true) =>
    backfillStage({ ...stage, ...output }, NAME, STATUS_SHARD, {
      rate: 1000,
      ...(dryRun && { dryRun }),
    });
  const old = await engine.all('pets');
  await expect(command(true)).rejects.toThrow(RefusedError);
  expect(await engine.all('pets')).toEqual(old);
  expect(await readStates(stage)).toEqual([]);
  const examples = expect.arrayContaining([
    { key: expect.anything(), changes: { statusShard: expect.anything() } },
  ]);
  expect(results.pop()).toEqual({ read: 4n, changed: 3n, malformed: 1n, examples });
  await expect(command()).rejects.toThrow(/^1 malformed items .* --again/);
  expect(results.pop()).toMatchObject({ status: 'done', changed: 3n, malformed: 1n });
  const named = expect.stringMatching(`^Left out: .*pets, .*id ${id}: status`);
  expect(notes).toEqual([named, 'Nothing was changed.', named, 'Done.']);
});

describe('a backfill', () => {
  const ofPets = (change: (pet: PetItem) => Item) =>
    backfill({ table: 'pets', description: '', schema: StoredPet, change });

  test('that changes what clients see keeps their writes, and gives a new ETag and an event', async () => {
    const { id } = await storeOld(1);
    let seen: Item | undefined;
    meanwhile(async () => {
      await update(id, { name: 'Max' }, change());
      [seen] = await engine.all('pets');
    });
    const upper = ofPets(({ name }) => ({ name: name.toUpperCase() }));
    await run({}, busy, upper);
    const [after] = await engine.all('pets');
    expect(after).toMatchObject({ name: 'MAX', revision: expect.stringMatching(/^[\w-]{16}$/) });
    expect(after?.['revision']).not.toBe(seen?.['revision']);
    const images = { keys: petKey(id), before: seen, after };
    const record = streamRecord({ table: 'pets', sequence: 1, ...images });
    const expected = { type: 'pet.updated', previous: { name: 'Max' } };
    expect(logEntryOf(record, STREAMED)?.happening).toMatchObject(expected);
  });

  const newDates = backfill({
    table: 'orders',
    description: '',
    schema: OrderItem,
    change: () => ({ createdAt: '2026-01-01T00:00:00.000Z' }),
  });
  test.each([
    ['its own result', ofPets(({ name }) => ({ name: `${name}!` })), 'changes an item again'],
    ['what clients see of an order, which no event reports', newDates, 'no event says so'],
  ])('that would change %s is refused, and changes nothing', async (_what, wrong, problem) => {
    const { id } = await storeOld(1);
    await orders.place(id);
    const look = async () => [await engine.all('pets'), await engine.all('orders')];
    const old = await look();
    await expect(run({}, stage, wrong)).rejects.toThrow(problem);
    expect(await look()).toEqual(old);
  });
});

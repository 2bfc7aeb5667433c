import { NumberValue, type QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { buildListCategories } from '../../functions/list-categories/store.ts';
import { buildFindPets, buildListPets } from '../../functions/list-pets/store.ts';
import { buildPutCategory } from '../../functions/put-category/store.ts';
import { generateApiKey, hashApiKey } from '../../lib/accounts/api-key.ts';
import { buildFindKey, buildReadKey } from '../../lib/accounts/find-key.ts';
import type { Category } from '../../lib/categories/category.ts';
import { categoryKey } from '../../lib/categories/stored-category.ts';
import { MalformedItemError } from '../../lib/errors/storage-errors.ts';
import type { Pet, PetStatus } from '../../lib/pets/pet.ts';
import { storedPet } from '../../lib/pets/stored-pet.ts';
import type { Page } from '../../lib/storage/read-page.ts';
import { putItems } from '../support/copy-table.ts';
import { openTables } from '../support/open-tables.ts';
import { change, OWNED, petStore } from '../support/stored-pets.ts';

/** Is in every malformed item, and may be nowhere else. */
const SECRET = 'Whiskers-4711';

const engine = await openTables();

const { client, tables } = engine;
const { get, update } = petStore(engine);
let log: jest.SpiedFunction<typeof console.error>;
beforeEach(() => {
  log = jest.spyOn(console, 'error').mockImplementation(() => {});
});

/** The lines logged so far, and forgets them. */
const logged = () => {
  const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(String(log.mock.calls)).not.toContain(SECRET);
  for (const line of lines) expect(line.level).toBe('ERROR');
  log.mockClear();
  return lines;
};

/** The ids in lines about malformed items. */
const loggedIds = () =>
  logged().map(({ code, error }) => {
    expect(code).toBe('malformed_item');
    return /, id (\S+):/.exec(error.message)?.[1];
  });

const good = (id: bigint): Pet => ({ id, name: `Pet ${id}`, categoryId: id, status: 'available' });
const stored = (pet: Pet) => storedPet({ ...pet, ...OWNED });
const malformed = (id: bigint, members: object = { name: undefined }) => ({
  ...stored(good(id)),
  note: SECRET,
  ...members,
});

const fill = (items: readonly Record<string, unknown>[]) => putItems(client, tables.pets, items);

/** Reads page after page of a new instance of the function. */
const walk = async (
  after: bigint,
  limit: number,
  status?: PetStatus,
  list = buildListPets(client, tables),
): Promise<Pet[]> => {
  const pets: Pet[] = [];
  for (let from: bigint | undefined = after; from !== undefined; ) {
    const page = await list({ after: from, limit, status });
    pets.push(...page.items);
    if (page.next !== undefined) expect(page.items).toHaveLength(limit);
    from = page.next;
  }
  return pets;
};

// That this is an opaque 500 is in unit/functions/pets.test.ts.
test('a read or a change of an item without an owner fails, and leads an operator to it', async () => {
  await engine.put('pets', malformed(900n, { accountId: undefined }));
  await expect(get(900n)).rejects.toThrow(`${tables.pets}, shard 7, id 900: accountId: `);
  await expect(update(900n, { name: 'Max' }, change())).rejects.toThrow(/id 900: accountId/);
  await engine.put('categories', { ...categoryKey(-900n), name: 'Dogs' });
  const putCategory = buildPutCategory(client, tables);
  const putting = putCategory(-900n, { name: 'Cats' }, change());
  await expect(putting).rejects.toThrow(MalformedItemError);
});

describe('a list', () => {
  test('leaves out what is malformed, says so, and is full all the same', async () => {
    const ids = Array.from({ length: 45 }, (_, n) => 3000n + BigInt(n));
    const isBad = (id: bigint) => id % 3n === 0n || (id > 3004n && id < 3040n);
    await fill(ids.map((id) => (isBad(id) ? malformed(id) : stored(good(id)))));
    const pets = ids.filter((id) => !isBad(id)).map(good);
    for (const limit of [3, 20]) {
      for (const status of [undefined, 'available'] as const) {
        expect(await walk(2999n, limit, status)).toEqual(pets);
        expect(loggedIds().sort()).toEqual(ids.filter(isBad).map(String));
      }
    }
  });

  test('of categories and of ids leaves out what is malformed, and is full all the same', async () => {
    const putCategory = buildPutCategory(client, tables);
    for (const each of [1n, 3n, 4n]) {
      await putCategory(each, { name: 'x' }, change());
    }
    await engine.put('categories', { ...categoryKey(2n), name: [SECRET] });
    const { items } = await buildListCategories(client, tables)({ after: 0n, limit: 2 });
    expect(items.map((each) => each.id)).toEqual([1n, 3n]);
    expect(loggedIds()).toEqual(['2']);

    await fill([malformed(4001n), stored(good(4002n))]);
    const found = await buildFindPets(client, tables)([4001n, 4002n]);
    expect(found).toMatchObject([{ id: 4002n }]);
    expect(loggedIds()).toEqual(['4001']);
  });

  test('reports a malformed item once, however often an instance meets it', async () => {
    await fill([malformed(10_000n), stored(good(10_001n))]);
    const list = buildListPets(client, tables);
    for (const limit of [1, 2, 1]) {
      expect(await walk(9999n, limit, undefined, list)).toEqual([good(10_001n)]);
    }
    expect(loggedIds()).toEqual(['10000']);
  });

  /** Lists categories, which are read as all lists but pets, of an array: an engine takes seconds to store so many. */
  const openCategories = (items: readonly Readonly<Record<string, unknown>>[]) => {
    const send = jest.fn(async ({ input }: QueryCommand) => {
      const after = Number(input.ExpressionAttributeValues?.[':after']);
      const last = items.findIndex(({ id }) => id === input.ExclusiveStartKey?.['id']);
      const left = items.slice(last + 1).filter(({ id }) => Number(id) > after);
      const Items = left.slice(0, input.Limit);
      return { Items, ...(Items.length === input.Limit && { LastEvaluatedKey: Items.at(-1) }) };
    });
    return { send, list: buildListCategories({ send } as never, tables) };
  };

  test('takes three calls for a page at most, however many items in a row are malformed', async () => {
    const name = (n: number) => (n > 0 && n < 1300 ? {} : { name: `Category ${n}` });
    const ids = Array.from({ length: 1320 }, (_, n) => n);
    const { list, send } = openCategories(
      ids.map((n) => ({ ...categoryKey(BigInt(n)), ...OWNED, ...name(n) })),
    );
    const seen: bigint[] = [];
    for (let after: bigint | undefined = -1n; after !== undefined; ) {
      send.mockClear();
      const page: Page<Category> = await list({ after, limit: 7 });
      expect(send.mock.calls.length).toBeLessThanOrEqual(3);
      seen.push(...page.items.map((each) => each.id));
      after = page.next;
    }
    expect(seen).toEqual(ids.filter((n) => 'name' in name(n)).map(BigInt));
    logged();
  });

  test('fails where no cursor can name how far it came', async () => {
    const { list } = openCategories(
      Array.from({ length: 1200 }, (_, n) => ({
        ...categoryKey(0n),
        id: NumberValue.from(`0.${String(n + 1).padStart(4, '0')}`),
      })),
    );
    await expect(list({ after: -1n, limit: 20 })).rejects.toThrow(MalformedItemError);
    logged();
  });

  test('goes on after keys that are not ids', async () => {
    const misplaced = (number: string) => ({
      ...malformed(BigInt(Math.floor(Number(number)))),
      id: NumberValue.from(number),
    });
    const many = Array.from({ length: 300 }, (_, n) => `40002.${String(n + 1).padStart(4, '0')}`);
    await fill(many.map(misplaced));
    await fill([
      stored(good(40_001n)),
      misplaced('40001.00000000000000000001'),
      misplaced('40001.5'),
      // In the partition of other ids.
      { ...stored(good(40_003n)), shard: 5n },
      stored(good(40_002n)),
      // Between the two that a double can hold: read as one of them, the next pet would be lost.
      misplaced('9007199254740993.5'),
      stored(good(9007199254740994n)),
    ]);
    for (const status of [undefined, 'available'] as const) {
      for (const limit of [1, 2, 3, 100]) {
        const ids = (await walk(40_000n, limit, status)).map((pet) => pet.id);
        expect(ids).toEqual([40_001n, 40_002n, 9007199254740994n]);
        expect(loggedIds()).toContain('9007199254740993.5');
      }
    }
  });
});

test('a malformed record of a key gives no access: it is an error that names the record', async () => {
  const apiKey = generateApiKey('pet_test_');
  const keyHash = hashApiKey(apiKey);
  const whole = { keyHash, keyId: 'key_1', accountId: 'acct_1', lastFour: 'abcd' };
  const find = buildFindKey(client, tables);
  for (const change of [{ scope: SECRET }, { lastFour: 7 }, { revokedAt: 7 }, { expiresAt: [] }]) {
    await engine.put('apiKeys', { ...whole, createdAt: '2026-11-20T00:00:00.000Z', ...change });
    const fault = `${tables.apiKeys}, keyHash ${keyHash}: ${Object.keys(change)}: `;
    await expect(find(apiKey)).rejects.toThrow(fault);
  }
});

test('a record that an account holds, but that is missing, is an error that names it', async () => {
  const read = buildReadKey(client, tables);
  await expect(read('none')).rejects.toThrow(`${tables.apiKeys}, keyHash none: is missing`);
});

import { BatchWriteCommand, DeleteCommand, NumberValue, PutCommand } from '@aws-sdk/lib-dynamodb';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from '@jest/globals';
import type { Context } from 'aws-lambda';
import { authorizerHandler } from '../../functions/authorizer/handler.ts';
import { getPetHandler } from '../../functions/get-pet/handler.ts';
import { buildGetPet } from '../../functions/get-pet/store.ts';
import { buildListPets, type ListPets } from '../../functions/list-pets/store.ts';
import { generateApiKey, hashApiKey } from '../../lib/accounts/api-key.ts';
import { buildFindKey } from '../../lib/accounts/find-key.ts';
import { MalformedItemError } from '../../lib/errors/storage-errors.ts';
import type { Pet, PetStatus } from '../../lib/pets/pet.ts';
import { petKey } from '../../lib/pets/pet-key.ts';
import { statusAttributes } from '../../lib/pets/status-index.ts';
import { tableDefinition } from '../../lib/storage/tables.ts';
import { parseJson } from '../../lib/values/json.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { proxyEvent } from '../support/events.ts';
import { OWNED } from '../support/stored-pets.ts';

/** Stands in every malformed item, and may stand nowhere else. */
const SECRET = 'Whiskers-4711';

let engine: TestEngine;
let list: ListPets;
let log: jest.SpiedFunction<typeof console.error>;

/** As a new instance of the function has it. */
const openList = () => buildListPets(engine.client, engine.tables.pets);

beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());
beforeEach(() => {
  list = openList();
  log = jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** The lines logged so far, and forgets them. */
const logged = () => {
  const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(String(log.mock.calls)).not.toContain(SECRET);
  log.mockClear();
  return lines;
};

const put = (Item: Record<string, unknown>) =>
  engine.client.send(new PutCommand({ TableName: engine.tables.pets, Item }));

const remove = (id: unknown) =>
  engine.client.send(
    new DeleteCommand({ TableName: engine.tables.pets, Key: { ...petKey(1n), id } }),
  );

const good = (id: bigint, status: PetStatus = 'available'): Pet => ({
  id,
  name: `Pet ${id}`,
  categoryId: id,
  status,
});
const stored = (pet: Pet) => ({ ...pet, ...OWNED, ...petKey(pet.id), ...statusAttributes(pet) });

/** The faults that an item can have, each with what the log says of it. */
const faults = {
  'a name that is a list': [{ name: [SECRET] }, 'name: must be a string'],
  'no name': [{ name: undefined }, 'name: is required'],
  'a categoryId with a fraction': [{ categoryId: 1.5 }, 'categoryId: must be a JSON number'],
  'no owner': [{ accountId: undefined }, 'accountId: '],
  'a revision that is a number': [{ revision: 7 }, 'revision: '],
  'a categoryId beyond int64': [{ categoryId: 2n ** 63n }, 'categoryId: must be a JSON number'],
} as const;

/** DynamoDB refuses an attribute of another type than its index has, so nobody can have stored one. */
const canBeStored = (change: object): boolean => {
  const types = new Map<string, string>(
    Object.values(tableDefinition('pets').indexes ?? {}).flatMap((key) => Object.entries(key)),
  );
  return Object.entries(change).every(([name, value]) => {
    const type = types.get(name);
    return (
      type === undefined || value === undefined || (typeof value === 'string') === (type === 'S')
    );
  });
};
const storedFaults = Object.entries(faults).filter(([, [change]]) => canBeStored(change));

const malformed = (id: bigint, change: object = faults['no name'][0]) =>
  Object.fromEntries(
    Object.entries({ ...stored(good(id)), note: SECRET, ...change }).filter(
      ([, value]) => value !== undefined,
    ),
  );

/** Puts items after all that there are, which begin with the id that is given. */
const fill = async (make: (first: bigint) => Record<string, unknown>[], first: bigint) => {
  const items = make(first);
  for (let start = 0; start < items.length; start += 25) {
    const puts = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await engine.client.send(
      new BatchWriteCommand({ RequestItems: { [engine.tables.pets]: puts } }),
    );
  }
};

/** Reads page after page; pages may be short only where so many items are malformed that this is logged. */
const walk = async (
  after: bigint,
  limit: number,
  { status, short = false }: { status?: PetStatus | undefined; short?: boolean } = {},
): Promise<Pet[]> => {
  const pets: Pet[] = [];
  for (let from: bigint | undefined = after; from !== undefined; ) {
    const page = await list({ after: from, limit, status });
    pets.push(...page.items);
    if (!short && page.next !== undefined) expect(page.items).toHaveLength(limit);
    from = page.next;
  }
  return pets;
};

describe('getPet of an item', () => {
  let id = 1n;

  test.each(storedFaults)(
    'with %s is 500, and the log leads to it',
    async (_what, [change, fault]) => {
      id += 1n;
      await put(malformed(id, change));
      const handler = getPetHandler(
        buildGetPet(engine.client, engine.tables.pets),
        'https://docs.petstore.example',
      );
      const context = { getRemainingTimeInMillis: () => 10_000 } as Context;
      const event = proxyEvent({
        resource: '/pets/{petId}',
        path: `/pets/${id}`,
        pathParameters: { petId: `${id}` },
      });
      const { statusCode, body } = await handler(event, context);
      expect(statusCode).toBe(500);
      expect(parseJson(body)).toMatchObject({ code: 'internal_error', status: 500n });
      expect(body).not.toContain(SECRET);
      const [line, ...more] = logged();
      expect(more).toEqual([]);
      expect(line).toMatchObject({
        level: 'ERROR',
        code: 'malformed_item',
        requestId: 'request-1',
        error: {
          name: 'MalformedItemError',
          message: expect.stringContaining(`${engine.tables.pets}, kind pet, id ${id}: ${fault}`),
        },
      });
    },
  );
});

describe('a list', () => {
  const idsOf = (lines: { error: { message: string } }[]) =>
    lines.map(({ error }) => /, id (\S+):/.exec(error.message)?.[1]);

  test.each([
    ['here and there', (n: number) => n % 3 === 0],
    ['at the beginning of a page', (n: number) => n < 2],
    ['for more than a whole page', (n: number) => n >= 5 && n < 125],
    ['to the end', (n: number) => n >= 8],
    ['everywhere', () => true],
  ])('leaves out what is malformed %s, says so, and is full all the same', async (_what, isBad) => {
    const first = 3000n;
    await fill(
      () =>
        Array.from({ length: 130 }, (_, n) => {
          const id = first + BigInt(n);
          return isBad(n) ? malformed(id) : stored(good(id));
        }),
      first,
    );
    const ids = Array.from({ length: 130 }, (_, n) => n);
    const pets = ids.filter((n) => !isBad(n)).map((n) => good(first + BigInt(n)));
    const bad = ids.filter((n) => isBad(n)).map((n) => String(first + BigInt(n)));
    for (const limit of [2, 7, 100]) {
      for (const status of [undefined, 'available'] as const) {
        list = openList();
        log.mockClear();
        expect(await walk(first - 1n, limit, { status })).toEqual(pets);
        const lines = logged();
        expect(idsOf(lines).sort()).toEqual(bad);
        for (const line of lines) {
          expect(line).toMatchObject({ level: 'ERROR', code: 'malformed_item' });
        }
      }
    }
  });

  test('goes on after keys that are not ids', async () => {
    const items = [
      stored(good(5001n)),
      { ...malformed(5001n), id: NumberValue.from('5001.00000000000000000001') },
      { ...malformed(5001n), id: NumberValue.from('5001.5') },
      stored(good(5002n)),
      // Between the two that a double can hold: read as one of them, the next pet would be lost.
      { ...malformed(9n), id: NumberValue.from('9007199254740993.5') },
      stored(good(9007199254740994n)),
      { ...malformed(9n), id: NumberValue.from('1e30') },
    ];
    await fill(() => items, 5001n);
    for (const status of [undefined, 'available'] as const) {
      for (const limit of [1, 2, 3, 100]) {
        list = openList();
        log.mockClear();
        expect((await walk(5000n, limit, { status })).map(({ id }) => id)).toEqual([
          5001n,
          5002n,
          9007199254740994n,
        ]);
        expect(idsOf(logged())).toHaveLength(4);
      }
    }
    await Promise.all(items.map(({ id }) => remove(id)));
  });

  test('goes on where items are so large that DynamoDB ends its answer early', async () => {
    const large = { name: undefined, note: SECRET.repeat(29_000) };
    await fill(
      (first) =>
        Array.from({ length: 19 }, (_, n) => {
          const id = first + BigInt(n);
          return n % 4 === 3 ? stored(good(id)) : malformed(id, large);
        }),
      8000n,
    );
    for (const status of [undefined, 'available'] as const) {
      const pets = await walk(7999n, 20, { status, short: true });
      expect(pets).toEqual([8003n, 8007n, 8011n, 8015n].map((id) => good(id)));
    }
    logged();
  });

  test('reports a malformed item once, however often it is asked for', async () => {
    await fill((first) => [malformed(first), stored(good(first + 1n))], 10_000n);
    for (const limit of [1, 2, 1]) expect(await walk(9999n, limit)).toEqual([good(10_001n)]);
    expect(idsOf(logged())).toEqual(['10000']);
  });

  test('takes three calls for a page at most, however many items in a row are malformed', async () => {
    const first = 20_000n;
    const isBad = (n: number) => n > 0 && n < 2500;
    const ids = Array.from({ length: 2520 }, (_, n) => n);
    await fill(
      () =>
        ids.map((n) =>
          (isBad(n) ? malformed : (id: bigint) => stored(good(id)))(first + BigInt(n)),
        ),
      first,
    );
    const pets = ids.filter((n) => !isBad(n)).map((n) => good(first + BigInt(n)));
    const calls: string[] = [];
    engine.client.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          calls.push(commandName);
          return next(args);
        },
      { step: 'initialize', name: 'calls' },
    );
    for (const limit of [2, 20, 100]) {
      const seen: Pet[] = [];
      for (let from: bigint | undefined = first - 1n; from !== undefined; ) {
        calls.length = 0;
        const page = await list({ after: from, limit });
        expect(calls.length).toBeLessThanOrEqual(3);
        seen.push(...page.items);
        from = page.next;
      }
      expect(seen).toEqual(pets);
    }
    engine.client.middlewareStack.remove('calls');
    logged();
  });

  // The last one: each list after it would meet what it leaves.
  test('fails where no cursor can name how far it came', async () => {
    const items = Array.from({ length: 1200 }, (_, n) => ({
      ...malformed(30_000n),
      id: NumberValue.from(`30000.${String(n + 1).padStart(4, '0')}`),
    }));
    await fill(() => items, 30_000n);
    await expect(list({ after: 29_999n, limit: 20 })).rejects.toThrow(MalformedItemError);
    logged();
  });
});

test('a malformed record of a key lets nobody in, and is no answer about the key', async () => {
  const apiKey = generateApiKey('pet_test_');
  const keyHash = hashApiKey(apiKey);
  const whole = { keyHash, keyId: 'key_1', accountId: 'acct_1', lastFour: 'abcd' };
  const recordUse = jest.fn(async () => {});
  const find = buildFindKey(engine.client, engine.tables.apiKeys);
  const authorize = authorizerHandler({ find, recordUse }, 'pet_test_');
  for (const change of [{ scope: SECRET }, { accountId: 7 }, { revokedAt: 7 }, { expiresAt: [] }]) {
    const Item = { ...whole, createdAt: '2026-11-20T00:00:00.000Z', ...change };
    await engine.client.send(new PutCommand({ TableName: engine.tables.apiKeys, Item }));
    const answer = authorize({
      type: 'TOKEN',
      authorizationToken: `Bearer ${apiKey}`,
      methodArn: 'arn:aws:execute-api:us-east-1:000000000000:abc/v1/GET/pets',
    });
    await expect(answer).rejects.toThrow(
      `${engine.tables.apiKeys}, keyHash ${keyHash}: ${Object.keys(change)}: `,
    );
    expect(logged()).toMatchObject([{ level: 'ERROR', code: 'authorizer_failed' }]);
  }
  expect(recordUse).not.toHaveBeenCalled();
});

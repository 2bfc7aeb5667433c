import { BatchWriteCommand, NumberValue, PutCommand } from '@aws-sdk/lib-dynamodb';
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
import { generateApiKey, hashApiKey } from '../../lib/accounts/api-key.ts';
import { buildFindKey } from '../../lib/accounts/find-key.ts';
import { buildCounter } from '../../lib/counter.ts';
import { parseJson } from '../../lib/json.ts';
import { buildGetPet } from '../../lib/pets/get-pet.ts';
import { rangeOf } from '../../lib/pets/id-range.ts';
import { buildListPets, type ListPets } from '../../lib/pets/list-pets.ts';
import type { Pet, PetStatus } from '../../lib/pets/pet.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { proxyEvent } from '../support/events.ts';
import { setCounter } from '../support/set-counter.ts';

Object.assign(process.env, {
  AWS_REGION: 'us-east-1',
  PETS_TABLE: 'pets',
  API_KEYS_TABLE: 'api-keys',
  API_KEY_PREFIX: 'pet_test_',
});
const { getPetHandler } = await import('../../functions/get-pet/handler.ts');
const { authorizerHandler } = await import('../../functions/authorizer/handler.ts');

/** Stands in every malformed item, and may stand nowhere else. */
const SECRET = 'Whiskers-4711';

let engine: TestEngine;
let list: ListPets;
let log: jest.SpiedFunction<typeof console.error>;

/** As a new instance of the function has it. */
const openList = () => {
  const { client, tables } = engine;
  return buildListPets(client, tables.pets, buildCounter(client, tables.counters, 'pets'));
};

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

const good = (id: bigint, status: PetStatus = 'available'): Pet => ({
  id,
  name: `Pet ${id}`,
  categoryId: id,
  status,
});
const stored = (pet: Pet) => ({ ...pet, idRange: rangeOf(pet.id) });

/** The faults that an item can have, each with what the log says of it. */
const faults = {
  'a name that is a list': [{ name: [SECRET] }, 'name: must be a string'],
  'no name': [{ name: undefined }, 'name: is required'],
  'a categoryId that is text': [{ categoryId: SECRET }, 'categoryId: must be a JSON number'],
  'a categoryId with a fraction': [{ categoryId: 1.5 }, 'categoryId: must be a JSON number'],
  'a categoryId beyond int64': [{ categoryId: 2n ** 63n }, 'categoryId: must be a JSON number'],
} as const;

const malformed = (id: bigint, change: object = faults['a name that is a list'][0]) =>
  Object.fromEntries(
    Object.entries({ ...stored(good(id)), note: SECRET, ...change }).filter(
      ([, value]) => value !== undefined,
    ),
  );

/** Puts items behind all that there are, which begin with the id that is given. */
const fill = async (make: (first: bigint) => Record<string, unknown>[], first: bigint) => {
  const items = make(first);
  for (let start = 0; start < items.length; start += 25) {
    const puts = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await engine.client.send(
      new BatchWriteCommand({ RequestItems: { [engine.tables.pets]: puts } }),
    );
  }
  await setCounter(engine, first + BigInt(items.length));
};

const walk = async (after: bigint, limit: number, status?: PetStatus): Promise<Pet[]> => {
  const pets: Pet[] = [];
  for (;;) {
    const page = await list({ after: pets.at(-1)?.id ?? after, limit, status });
    pets.push(...page.pets);
    if (!page.more) return pets;
    expect(page.pets).toHaveLength(limit);
  }
};

describe('getPet of an item', () => {
  let id = 1n;

  test.each(Object.entries(faults))(
    'with %s is 500, and the log leads to it',
    async (_what, [change, fault]) => {
      id += 1n;
      await put(malformed(id, change));
      const handler = getPetHandler(buildGetPet(engine.client, engine.tables.pets));
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
          message: expect.stringContaining(`${engine.tables.pets}, idRange 0, id ${id}: ${fault}`),
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
        expect(await walk(first - 1n, limit, status)).toEqual(pets);
        const lines = logged();
        expect(idsOf(lines).sort()).toEqual(bad);
        for (const line of lines) {
          expect(line).toMatchObject({ level: 'ERROR', code: 'malformed_item' });
        }
      }
    }
  });

  test('goes on behind keys that are no ids, and behind a pet in the wrong range', async () => {
    const items = [
      stored(good(5001n)),
      { ...malformed(5001n), id: NumberValue.from('5001.00000000000000000001') },
      { ...malformed(5001n), id: NumberValue.from('5001.5') },
      stored(good(5002n)),
      // Between the two that a double can hold: read as one of them, the next pet would be lost.
      { ...stored(good(9n)), idRange: 5, id: NumberValue.from('9007199254740993.5') },
      { ...stored(good(9n)), idRange: 5, id: 9007199254740994n },
      { ...stored(good(9n)), idRange: 5, id: NumberValue.from('1e30') },
      stored(good(6001n)),
      stored(good(6002n)),
    ];
    await fill(() => items, 6002n);
    for (const status of [undefined, 'available'] as const) {
      for (const limit of [1, 2, 3, 100]) {
        list = openList();
        log.mockClear();
        expect((await walk(5000n, limit, status)).map(({ id }) => id)).toEqual([
          5001n,
          5002n,
          6001n,
          6002n,
        ]);
        expect(idsOf(logged())).toHaveLength(5);
      }
    }
  });

  test('goes on where items are so large that DynamoDB ends its answer early', async () => {
    const large = { name: SECRET.repeat(29_000) };
    await fill(
      (first) =>
        Array.from({ length: 9 }, (_, n) => {
          const id = first + BigInt(n);
          return n % 4 === 3 ? stored(good(id)) : malformed(id, large);
        }),
      8000n,
    );
    for (const status of [undefined, 'available'] as const) {
      const page = await list({ after: 7999n, limit: 20, status });
      expect(page).toEqual({ pets: [good(8003n), good(8007n)], more: false });
    }
    logged();
  });

  test('tells of a malformed item once, however often it is asked for', async () => {
    await fill((first) => [malformed(first), stored(good(first + 1n))], 10_000n);
    for (const limit of [1, 2, 1]) expect(await walk(9999n, limit)).toEqual([good(10_001n)]);
    expect(idsOf(logged())).toEqual(['10000']);
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

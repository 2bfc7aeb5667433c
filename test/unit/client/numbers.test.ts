import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { List, PetStore } from '../../../packages/client/src/index.ts';
import { writeJson } from '../../../packages/client/src/json.ts';
import { errorOf, startStore } from './store.ts';

/** What JavaScript gives where TypeScript asks for a bigint. */
const wrong = [2 ** 53, -(2 ** 53), 1e300, Number.NaN, 1.5] as unknown as bigint[];

const firstPage = (list: List<unknown>) => list.pages()[Symbol.asyncIterator]().next();

/** A call for each place of an id: a body, a path, a query, a list, an object. */
const CALLS: readonly (readonly [string, string, (store: PetStore, id: bigint) => unknown])[] = [
  ['createPet', 'categoryId', (store, id) => store.createPet({ name: 'Rex', categoryId: id })],
  ['getPet', 'petId', (store, id) => store.getPet(id)],
  ['petsByIds', 'ids', (store, id) => store.petsByIds([1n, id])],
  ['listPets', 'categoryId', (store, id) => store.listPets({ categoryId: id })],
  ['allPets', 'categoryId', (store, id) => firstPage(store.allPets({ categoryId: id }))],
  [
    'deletePet of an object',
    'petId',
    (store, id) => store.deletePet({ id, name: 'Rex', categoryId: 1n, status: 'sold' }),
  ],
];

describe('where an id goes, the client refuses a number that is not exact', () => {
  test.each(CALLS)('%s: names %s, and sends nothing', async (_name, member, call) => {
    await using service = await startStore((_request, response) => response.end('{}'));
    for (const id of wrong) {
      const error = await errorOf(() => call(service.store, id));
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toMatch(new RegExp(`^TypeError: ${member} .*bigint`));
    }
    expect(service.requests).toEqual([]);
  });

  test('and takes a number that is exact, for who writes JavaScript', async () => {
    await using service = await startStore((_request, response) => response.end('[]'));
    const [least, most] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
    await service.store.petsByIds([least, most, 2n ** 63n] as bigint[]);
    expect(service.requests).toEqual([
      'GET /v1/pets?ids=-9007199254740991%2C9007199254740991%2C9223372036854775808',
    ]);
  });
});

/** The client refuses other numbers. */
const withExactNumbers = (json: unknown): unknown =>
  JSON.parse(JSON.stringify(json), (_key, value) =>
    typeof value === 'number' ? Math.trunc(value % 2 ** 53) : value,
  );

describe('a body is written as JSON.stringify writes it', () => {
  const values = fc.oneof(
    fc.jsonValue({ depthSize: 'medium' }).map(withExactNumbers),
    fc.maxSafeInteger(),
    fc.date({ noInvalidDate: true }),
    fc.constantFrom(undefined, Symbol('bark'), () => 'woof', Object('Rex'), Object(7)),
    fc.constantFrom(Object(false), new Map([[1, 2]]), { toJSON: (key: string) => `of ${key}` }),
  );

  test('whatever it holds, but a bigint', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(values, fc.array(values))), (body) => {
        expect(writeJson(body)).toBe(JSON.stringify(body));
      }),
    );
  });

  test('and a bigint with all its digits, also where a program gave it a toJSON', () => {
    const body = { id: 2n ** 63n - 1n, ids: [1n, Object(-2n)], bark: () => 'woof' };
    const written = '{"id":9223372036854775807,"ids":[1,-2]}';
    expect(writeJson(body)).toBe(written);
    Object.assign(BigInt.prototype, { toJSON: () => 'text' });
    try {
      expect(writeJson(body)).toBe(written);
    } finally {
      Reflect.deleteProperty(BigInt.prototype, 'toJSON');
    }
  });

  test('and a cycle, or a body that JSON does not have, is a TypeError', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    for (const body of [cycle, () => 1, Symbol('x')])
      expect(() => writeJson(body)).toThrow(TypeError);
  });
});

import { describe, expect, test } from '@jest/globals';
import { type List, PetStore } from '../../../packages/client/src/index.ts';
import { startStubService } from '../../support/stub-service.ts';

const apiKey = 'pet_test_key';

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
    await using service = await startStubService((_request, response) => response.end('{}'));
    const store = new PetStore({ baseUrl: service.baseUrl, apiKey });
    for (const id of wrong) {
      const error = await Promise.resolve(call(store, id)).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toMatch(new RegExp(`^TypeError: ${member} .*bigint`));
    }
    expect(service.requests).toEqual([]);
  });

  test('and takes a number that is exact, for who writes JavaScript', async () => {
    await using service = await startStubService((_request, response) => response.end('[]'));
    const store = new PetStore({ baseUrl: service.baseUrl, apiKey });
    const [least, most] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
    await store.petsByIds([least, most, 2n ** 63n] as bigint[]);
    expect(service.requests).toEqual([
      'GET /v1/pets?ids=-9007199254740991%2C9007199254740991%2C9223372036854775808',
    ]);
  });
});

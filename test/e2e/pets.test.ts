import { describe, expect, test } from '@jest/globals';
import type { Pet } from '../../lib/pets/pet.ts';
import { call, expectCommonHeaders, serviceUnderTest } from '../support/client.ts';
import { queryFrom } from '../support/walk-from.ts';

const create = async (body: unknown): Promise<Pet> => {
  const answer = await call('/pets', { method: 'POST', body });
  expect(answer.status).toBe(201);
  return answer.body as Pet;
};

describe('createPet', () => {
  test('answers 201 with the pet, and says where it is', async () => {
    const answer = await call('/pets', {
      method: 'POST',
      body: { name: 'Rex', categoryId: 7n, status: 'pending' },
    });
    expect(answer.status).toBe(201);
    expectCommonHeaders(answer);
    const pet = answer.body as Pet;
    expect(pet).toEqual({ id: expect.any(BigInt), name: 'Rex', categoryId: 7n, status: 'pending' });

    const location = answer.headers.get('Location') ?? '';
    const { baseUrl } = serviceUnderTest();
    expect(location).toBe(`${new URL(baseUrl).pathname}/pets/${pet.id}`);
    const found = await call(new URL(location, baseUrl).href);
    expect(found.body).toEqual(pet);
  });

  test.each([
    ['9007199254740993', 9007199254740993n],
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
    ['7.0', 7n],
    ['7e0', 7n],
  ])(
    'keeps categoryId %s to the last digit, from request text to response text',
    async (text, value) => {
      const answer = await call('/pets', {
        method: 'POST',
        body: `{"name":"Rex","categoryId":${text}}`,
      });
      expect(answer.text).toContain(`"categoryId":${value}`);
      const { id } = answer.body as Pet;
      expect((await call(`/pets/${id}`)).text).toContain(`"categoryId":${value}`);
    },
  );

  test.each([
    '\u{1F436} Ünïcödé \u202e',
    ' padded ',
    'e\u0301',
    '\u0000\u200b',
    '"\\/',
    '\u{1F436}'.repeat(256),
  ])('keeps the name %j exactly', async (name) => {
    const pet = await create({ name, categoryId: 1n });
    expect(pet.name).toBe(name);
    expect(((await call(`/pets/${pet.id}`)).body as Pet).name).toBe(name);
  });
});

describe('getPet', () => {
  test('says on 200 and on 404 that it will be removed, and what replaces it', async () => {
    const { id } = await create({ name: 'Rex', categoryId: 1n });
    const { baseUrl } = serviceUnderTest();
    for (const answer of [await call(`/pets/${id}`), await call('/pets/0')]) {
      expect(answer.headers.get('Deprecation')).toBe('@1795132800');
      expect(answer.headers.get('Sunset')).toBe('Thu, 05 Dec 2030 00:00:00 GMT');
      const link = answer.headers.get('Link');
      expect(link).toContain(`<${baseUrl}/pets>; rel="successor-version"`);
      expect(link).toMatch(/<(?:https:|http:\/\/localhost:)[^>]+>; rel="deprecation"/);
      expectCommonHeaders(answer);
    }
  });
});

describe('listPets', () => {
  test('shows a pet as soon as its 201 was sent', async () => {
    const pet = await create({ name: 'Newest', categoryId: 1n });
    const seen: Pet[] = [];
    let next: string | undefined = `/pets?${queryFrom(pet.id, 100)}`;
    while (next !== undefined) {
      const answer = await call(next);
      seen.push(...(answer.body as Pet[]));
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1];
    }
    expect(seen.filter(({ id }) => id === pet.id)).toEqual([pet]);
  });

  test('links the next page with limit and status kept, at an address that works as it is', async () => {
    for (let count = 0; count < 3; count += 1) {
      await create({ name: 'Sold', categoryId: 1n, status: 'sold' });
    }
    const first = await call('/pets?limit=1&status=sold&unknown=x');
    expectCommonHeaders(first);
    const [, url = ''] = /^<(.+)>; rel="next"$/.exec(first.headers.get('Link') ?? '') ?? [];
    const { searchParams, href } = new URL(url);
    expect(href.startsWith(`${serviceUnderTest().baseUrl}/pets?`)).toBe(true);
    expect(searchParams.get('limit')).toBe('1');
    expect(searchParams.get('status')).toBe('sold');
    expect(searchParams.get('cursor')).toMatch(/^[\w-]+$/);
    expect([...searchParams.keys()].sort()).toEqual(['cursor', 'limit', 'status']);

    const second = (await call(url)).body as Pet[];
    expect(second).toHaveLength(1);
    expect((second[0]?.id ?? 0n) > ((first.body as Pet[])[0]?.id ?? 0n)).toBe(true);
  });
});

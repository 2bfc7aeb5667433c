import { describe, expect, test } from '@jest/globals';
import type { Pet } from '../../lib/pets/pet.ts';
import { type Answer, call, expectCommonHeaders, expectError } from '../support/client.ts';
import { until } from '../support/until.ts';

/** An id that nothing else has. */
const newId = () => BigInt.asIntN(64, BigInt(`0x${crypto.randomUUID().slice(0, 8)}`) << 31n);

const put = (id: bigint | string, body: unknown, headers: Record<string, string> = {}) =>
  call(`/categories/${id}`, { method: 'PUT', headers, body });
const remove = (id: bigint | string, headers: Record<string, string> = {}) =>
  call(`/categories/${id}`, { method: 'DELETE', headers });

const tagOf = ({ headers }: Answer): string => {
  const tag = headers.get('ETag') ?? '';
  expect(tag).toMatch(/^"[\w-]{16}"$/);
  return tag;
};

const create = async (id = newId()) => {
  const answer = await put(id, { name: 'Dogs' }, { 'If-None-Match': '*' });
  expect(answer.status).toBe(201);
  return { id, tag: tagOf(answer), text: answer.text };
};

describe('a category', () => {
  test('is created, changed, read and deleted', async () => {
    const id = newId();
    const created = await put(id, { name: 'Dogs', unknown: 1 });
    expect(created.status).toBe(201);
    expectCommonHeaders(created);
    expect(created.body).toEqual({ id, name: 'Dogs' });

    const changed = await put(id, { name: 'Cats' });
    expect([changed.status, changed.body]).toEqual([200, { id, name: 'Cats' }]);
    expect(tagOf(changed)).not.toBe(tagOf(created));

    const got = await call(`/categories/${id}`);
    expect([got.status, got.text, tagOf(got)]).toEqual([200, changed.text, tagOf(changed)]);

    const deleted = await remove(id);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expectError(await call(`/categories/${id}`), 'category_not_found');
    expectError(await remove(id), 'category_not_found');
  });

  test('changes and goes with If-Match only as it was read', async () => {
    const { id, tag } = await create();
    const changed = await put(id, { name: 'Cats' }, { 'If-Match': tag });
    expect(changed.status).toBe(200);
    expectError(await put(id, { name: 'Birds' }, { 'If-Match': tag }), 'precondition_failed');
    expectError(await remove(id, { 'If-Match': tag }), 'precondition_failed');
    expect((await remove(id, { 'If-Match': tagOf(changed) })).status).toBe(204);
    expectError(await put(id, { name: 'Dogs' }, { 'If-Match': '*' }), 'precondition_failed');
  });

  test('may have a pet before it exists, and leaves it as it is when it is deleted', async () => {
    const categoryId = newId();
    const created = await call('/pets', { method: 'POST', body: { name: 'Rex', categoryId } });
    const pet = created.body as { id: bigint };
    await create(categoryId);
    await remove(categoryId);
    expect((await call(`/pets?ids=${pet.id}`)).body).toEqual([created.body]);
  });
});

describe('listCategories', () => {
  test('lists by number and links the next page', async () => {
    const low = newId() / 2n - 2n ** 62n;
    await create(low);
    await create(low + 1n);
    await create();
    let url: string | undefined = '/categories?limit=1';
    const seen: bigint[] = [];
    while (url !== undefined && !seen.includes(low + 1n)) {
      const answer: Answer = await call(url);
      expect(answer.status).toBe(200);
      seen.push(...(answer.body as { id: bigint }[]).map(({ id }) => id));
      url = /^<(.+)>; rel="next"$/.exec(answer.headers.get('Link') ?? '')?.[1];
    }
    expect(seen.slice(-2)).toEqual([low, low + 1n]);
    expect(seen).toEqual([...seen].sort((one, other) => (one < other ? -1 : 1)));
    const cursor = new URL(url ?? '').searchParams.get('cursor') ?? '';
    expectError(await call(`/pets?cursor=${cursor}`), 'invalid_cursor');
    expectError(await call('/categories?limit=0'), 'validation_failed');
  });
});

describe('listPets with categoryId', () => {
  const create = async (categoryId: bigint, status: string) => {
    const pet = { name: 'Rex', categoryId, status };
    return (await call('/pets', { method: 'POST', body: pet })).body as Pet;
  };

  /** All pets of a list in pages of two, each full but the last. */
  const walk = async (query: string): Promise<readonly Pet[]> => {
    const pets: Pet[] = [];
    let url: string | undefined = `/pets?limit=2&${query}`;
    while (url !== undefined) {
      const answer: Answer = await call(url);
      expect(answer.status).toBe(200);
      pets.push(...(answer.body as Pet[]));
      url = /^<(.+)>; rel="next"$/.exec(answer.headers.get('Link') ?? '')?.[1];
      if (url !== undefined) expect(answer.body).toHaveLength(2);
    }
    return pets;
  };

  test('lists the pets of a category, of all statuses or of one', async () => {
    const id = newId();
    const pets: Pet[] = [];
    for (const status of ['sold', 'available', 'pending', 'available', 'sold']) {
      pets.push(await create(id, status));
      await create(newId(), status);
    }
    // The indexes follow within a moment.
    await until(async () => (await walk(`categoryId=${id}`)).length === pets.length);
    expect(await walk(`categoryId=${id}`)).toEqual(pets);
    const [sold, first] = pets;
    const expected = pets.filter(({ status }) => status === 'available');
    await until(async () => (await walk(`categoryId=${id}&status=available`)).length === 2);
    expect(await walk(`categoryId=${id}&status=available`)).toEqual(expected);

    await call('/store/orders', { method: 'POST', body: { petId: first?.id } });
    await call(`/pets/${sold?.id}`, { method: 'PATCH', body: { categoryId: newId() } });
    const others = [{ ...first, status: 'pending' }, ...pets.slice(2)];
    await until(async () => (await walk(`categoryId=${id}&status=pending`)).length === 2);
    await until(async () => (await walk(`categoryId=${id}`)).length === others.length);
    expect(await walk(`categoryId=${id}`)).toEqual(others);
    expect(await walk(`categoryId=${newId()}`)).toEqual([]);
  });
});

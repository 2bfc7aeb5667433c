import { describe, expect, test } from '@jest/globals';
import type { Pet } from '../../lib/pets/pet.ts';
import { type Answer, call, expectCommonHeaders, expectError } from '../support/client.ts';

const create = async (): Promise<{ readonly pet: Pet; readonly tag: string }> => {
  const answer = await call('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1n } });
  expect(answer.status).toBe(201);
  return { pet: answer.body as Pet, tag: tagOf(answer) };
};

const tagOf = ({ headers }: Answer): string => {
  const tag = headers.get('ETag') ?? '';
  expect(tag).toMatch(/^"[\w-]{16}"$/);
  return tag;
};

const patch = (id: bigint | string, body: unknown, headers: Record<string, string> = {}) =>
  call(`/pets/${id}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/merge-patch+json', ...headers },
    body,
  });

const remove = (id: bigint | string, headers: Record<string, string> = {}) =>
  call(`/pets/${id}`, { method: 'DELETE', headers });

describe('updatePet', () => {
  test('answers 200 with the pet as it is then, and with another tag', async () => {
    const { pet, tag } = await create();
    const answer = await patch(pet.id, { status: 'sold', categoryId: 9007199254740993n });
    expect(answer.status).toBe(200);
    expectCommonHeaders(answer);
    expect(answer.body).toEqual({ ...pet, status: 'sold', categoryId: 9007199254740993n });
    expect(tagOf(answer)).not.toBe(tag);

    const got = await call(`/pets/${pet.id}`);
    expect(got.text).toBe(answer.text);
    expect(tagOf(got)).toBe(tagOf(answer));
  });

  test('takes the tag of a pet that listPets answers for its id alone', async () => {
    const { pet, tag } = await create();
    const found = await call(`/pets?ids=${pet.id}`);
    expect(found.body).toEqual([pet]);
    expect(tagOf(found)).toBe(tag);
    const changed = await patch(pet.id, { name: 'Max' }, { 'If-Match': tagOf(found) });
    expect(changed.status).toBe(200);
    expectError(
      await patch(pet.id, { name: 'Tom' }, { 'If-Match': tagOf(found) }),
      'precondition_failed',
    );
    expect((await call('/pets?limit=1')).headers.get('ETag')).toBeNull();
  });

  test('with an empty patch answers the pet and its tag as they are', async () => {
    const { pet, tag } = await create();
    const answer = await patch(pet.id, {}, { 'Content-Type': 'application/json' });
    expect(answer.body).toEqual(pet);
    expect(tagOf(answer)).toBe(tag);
  });
});

describe('deletePet', () => {
  test('answers 204 without a body; then the pet is nowhere, and a second time is 404', async () => {
    const { pet } = await create();
    const answer = await remove(pet.id);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(answer.headers.get('X-Request-Id')).toMatch(/\S/);
    expectError(await call(`/pets/${pet.id}`), 'pet_not_found');
    expect((await call(`/pets?ids=${pet.id}`)).body).toEqual([]);
    expectError(await remove(pet.id), 'pet_not_found');
    expectError(await patch(pet.id, { name: 'Bella' }), 'pet_not_found');
  });
});

describe('listPets with ids', () => {
  test('answers those there are, in order, each once, and without a Link', async () => {
    const { pet: one } = await create();
    const { pet: other } = await create();
    const { pet: gone } = await create();
    await remove(gone.id);
    const ids = [other.id, gone.id, one.id, 0n, other.id, 9223372036854775807n];
    const answer = await call(`/pets?ids=${ids}`);
    expect(answer.body).toEqual([one, other]);
    expect(answer.headers.has('Link')).toBe(false);
    expectCommonHeaders(answer);
  });
});

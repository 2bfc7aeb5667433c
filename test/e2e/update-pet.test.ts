import { describe, expect, test } from '@jest/globals';
import type { Pet } from '../../lib/pets/pet.ts';
import { requireEnv } from '../../lib/process/env.ts';
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

  test('with If-Match changes only what nobody has changed since', async () => {
    const { pet, tag } = await create();
    const first = await patch(pet.id, { name: 'Bella' }, { 'If-Match': tag });
    expect(first.status).toBe(200);
    expectError(await patch(pet.id, { name: 'Max' }, { 'If-Match': tag }), 'precondition_failed');
    const weak = { 'If-Match': `W/${tagOf(first)}` };
    expectError(await patch(pet.id, { name: 'Max' }, weak), 'precondition_failed');
    const list = { 'If-Match': `"other", ${tagOf(first)}` };
    expect((await patch(pet.id, { name: 'Max' }, list)).body).toMatchObject({ name: 'Max' });
    expect((await patch(pet.id, { name: 'Tom' }, { 'If-Match': '*' })).status).toBe(200);
  });

  test.each(['abc', '"a', '*, "a"', `"${'x'.repeat(7000)}`])(
    'refuses the malformed If-Match %.20s',
    async (value) => {
      expectError(await patch('1', {}, { 'If-Match': value }), 'validation_failed');
    },
  );

  test.each(['[]', 'null', '"name"', '{"name":null}', '{"name":"\\ud800"}', '{"status":""}'])(
    'refuses the patch %s',
    async (body) => {
      const { pet } = await create();
      expectError(await patch(pet.id, body), 'validation_failed');
      expect((await call(`/pets/${pet.id}`)).body).toEqual(pet);
    },
  );

  test('refuses what is not JSON, is too large, or has another content type', async () => {
    const { pet } = await create();
    expectError(await patch(pet.id, '{"name":'), 'invalid_json');
    expectError(await patch(pet.id, `{"x":"${'x'.repeat(17_000)}"}`), 'request_too_large');
    const other = { 'Content-Type': 'application/json-patch+json' };
    expectError(await patch(pet.id, '{}', other), 'unsupported_media_type');
  });

  test('ignores members that nobody declared', async () => {
    const { pet } = await create();
    const answer = await patch(pet.id, '{"id":1,"accountId":"x","__proto__":{"name":"x"}}');
    expect(answer.body).toEqual(pet);
  });

  test.each(['0', '9223372036854775807', '9223372036854775808', 'abc'])(
    'answers 404 for the id %s',
    async (id) => {
      expectError(await patch(id, {}), 'pet_not_found');
      expectError(await remove(id), 'pet_not_found');
    },
  );
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

  test('with If-Match deletes only what nobody has changed since', async () => {
    const { pet, tag } = await create();
    const changed = tagOf(await patch(pet.id, { name: 'Bella' }));
    expectError(await remove(pet.id, { 'If-Match': tag }), 'precondition_failed');
    expect((await remove(pet.id, { 'If-Match': changed })).status).toBe(204);
  });

  test('and a key that is sent again make no pet', async () => {
    const options = {
      method: 'POST',
      headers: { 'Idempotency-Key': crypto.randomUUID() },
      body: { name: 'Rex', categoryId: 1n },
    };
    const first = await call('/pets', options);
    const { id } = first.body as Pet;
    await patch(id, { name: 'Bella' });
    const afterChange = await call('/pets', options);
    expect((await call(`/pets/${id}`)).body).toMatchObject({ name: 'Bella' });
    await remove(id);
    const afterDelete = await call('/pets', options);
    for (const again of [afterChange, afterDelete]) {
      expect(again.status).toBe(201);
      expect(again.text).toBe(first.text);
      expect(tagOf(again)).toBe(tagOf(first));
    }
    expectError(await call(`/pets/${id}`), 'pet_not_found');
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

  test.each(['ids=', 'ids=1,', 'ids=a', 'ids=01', 'ids=1&ids=2', 'ids=1&status=sold'])(
    'refuses %s',
    async (query) => {
      expectError(await call(`/pets?${query}`), 'validation_failed');
    },
  );

  test('takes a hundred and no more', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => index + 1);
    expect((await call(`/pets?ids=${ids}`)).status).toBe(200);
    expectError(await call(`/pets?ids=${[...ids, 101]}`), 'validation_failed');
  });
});

test('a read-only key changes and deletes nothing', async () => {
  const { pet } = await create();
  const key = requireEnv('READ_ONLY_API_KEY');
  const change = { key, method: 'PATCH', body: { name: 'Bella' } };
  expectError(await call(`/pets/${pet.id}`, change), 'insufficient_scope');
  expectError(await call(`/pets/${pet.id}`, { key, method: 'DELETE' }), 'insufficient_scope');
  expect((await call(`/pets?ids=${pet.id}`, { key })).body).toEqual([pet]);
});

import { describe, expect, test } from '@jest/globals';
import type { Pet } from '../../lib/pets/pet.ts';
import { requireEnv } from '../../lib/process/env.ts';
import { type Answer, call, expectCommonHeaders, expectError } from '../support/client.ts';
import { queryFrom } from '../support/walk-from.ts';

const post = (path: string, key: string, body: unknown): Promise<Answer> =>
  call(path, { method: 'POST', headers: { 'Idempotency-Key': key }, body });

const createPet = (key: string, body: unknown = { name: 'Rex', categoryId: 9007199254740993n }) =>
  post('/pets', key, body);

const messages = () => `${requireEnv('QUICKSTART_URL')}/messages`;

const REPLAYED = 'Idempotent-Replayed';

const petsNamed = async (name: string, from: bigint): Promise<Pet[]> => {
  const found: Pet[] = [];
  let next: string | undefined = `/pets?${queryFrom(from, 100)}`;
  while (next !== undefined) {
    const answer = await call(next);
    found.push(...(answer.body as Pet[]).filter((pet) => pet.name === name));
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1];
  }
  return found;
};

describe('the same Idempotency-Key', () => {
  test('with the same body is answered as the first time, and says so', async () => {
    const key = crypto.randomUUID();
    const first = await createPet(key);
    const again = await createPet(key);
    expect(first.status).toBe(201);
    expect(first.headers.has(REPLAYED)).toBe(false);
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(again.headers.get(REPLAYED)).toBe('true');
    expect(again.headers.get('Location')).toBe(first.headers.get('Location'));
    expectCommonHeaders(again);
  });

  test('is the same in quotes, and the body in another notation', async () => {
    const key = crypto.randomUUID();
    const first = await createPet(key, '{"name":"Rex","categoryId":7}');
    const again = await createPet(
      `"${key}"`,
      '{ "categoryId": 7.0, "status": "available", "name": "R\\u0065x", "x": 1 }',
    );
    expect(again.text).toBe(first.text);
    expect(again.headers.get(REPLAYED)).toBe('true');
  });

  test('with another body, or for another operation, is refused', async () => {
    const key = crypto.randomUUID();
    await createPet(key);
    expectError(await createPet(key, { name: 'Tom', categoryId: 1n }), 'idempotency_key_reused');
    expectError(await post(messages(), key, { message: 'Hello' }), 'idempotency_key_reused');
  });

  test('ten times at once makes one pet, and gives one answer', async () => {
    const key = crypto.randomUUID();
    const body = { name: `Once ${key}`, categoryId: 1n };
    const before = (await createPet(crypto.randomUUID())).body as Pet;
    const answers = await Promise.all(Array.from({ length: 10 }, () => createPet(key, body)));
    for (const { status, text } of answers) {
      expect(status).toBe(201);
      expect(text).toBe(answers[0]?.text);
    }
    expect(answers.filter(({ headers }) => !headers.has(REPLAYED))).toHaveLength(1);
    expect(await petsNamed(body.name, before.id)).toHaveLength(1);
  });

  test('after a refusal is new: only what was made is kept', async () => {
    const key = crypto.randomUUID();
    expectError(await createPet(key, { name: '', categoryId: 1n }), 'validation_failed');
    const { status, headers } = await createPet(key);
    expect(status).toBe(201);
    expect(headers.has(REPLAYED)).toBe(false);
  });

  test('gives the same message too', async () => {
    const key = crypto.randomUUID();
    const first = await post(messages(), key, { message: 'Hello' });
    const again = await post(messages(), key, { message: 'Hello' });
    expect(again.status).toBe(202);
    expect(again.text).toBe(first.text);
    expect(again.headers.get(REPLAYED)).toBe('true');
  });
});

describe('an Idempotency-Key', () => {
  test.each(['""', '"open', 'two words', 'k'.repeat(256)])('cannot be %j', async (key) => {
    const answer = await createPet(key);
    expectError(answer, 'validation_failed');
    expect(answer.text).toContain('Idempotency-Key must be');
  });

  test('is ignored where nothing is created', async () => {
    const answer = await call('/pets?limit=1', { headers: { 'Idempotency-Key': 'two words' } });
    expect(answer.status).toBe(200);
  });
});

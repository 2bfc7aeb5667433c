import { describe, expect, test } from '@jest/globals';
import { requireEnv } from '../../lib/process/env.ts';
import { type Answer, call, expectCommonHeaders, expectError } from '../support/client.ts';

const post = (path: string, key: string, body: unknown): Promise<Answer> =>
  call(path, { method: 'POST', headers: { 'Idempotency-Key': key }, body });

const createPet = (key: string, body: unknown = { name: 'Rex', categoryId: 9007199254740993n }) =>
  post('/pets', key, body);

const messages = () => `${requireEnv('QUICKSTART_URL')}/messages`;

const REPLAYED = 'Idempotent-Replayed';

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

  test('with another body, or for another operation, is refused', async () => {
    const key = crypto.randomUUID();
    await createPet(key);
    expectError(await createPet(key, { name: 'Tom', categoryId: 1n }), 'idempotency_key_reused');
    expectError(await post(messages(), key, { message: 'Hello' }), 'idempotency_key_reused');
  });
});

import { expect, test } from '@jest/globals';
import { requireEnv } from '../../lib/env.ts';
import { call, expectCommonHeaders, expectError, serviceUnderTest } from '../support/client.ts';

/**
 * What is asked of production after each release: every function and the authorizer answer, from
 * their tables, and nothing is written.
 */
const quickstart = () => ({ ...serviceUnderTest(), baseUrl: requireEnv('QUICKSTART_URL') });

test('lists pets, of every status and of one', async () => {
  for (const path of ['/pets?limit=1', '/pets?limit=1&status=available']) {
    const answer = await call(path);
    expect(answer.status).toBe(200);
    expect(answer.body).toBeInstanceOf(Array);
    expectCommonHeaders(answer);
  }
});

test('looks a pet up', async () => {
  expectError(await call('/pets/0'), 'pet_not_found');
});

test('reads what it is to create, at both addresses', async () => {
  expectError(await call('/pets', { method: 'POST', body: {} }), 'validation_failed');
  const message = await call('/messages', { method: 'POST', body: {} }, quickstart());
  expectError(message, 'validation_failed');
});

test('lets nobody in without a key, at both addresses', async () => {
  expectError(await call('/pets', { key: null }), 'unauthorized');
  expectError(await call('/messages', { key: null }, quickstart()), 'unauthorized');
});

test('answers what there is not', async () => {
  expectError(await call('/nowhere'), 'route_not_found');
  expectError(await call('/pets', { method: 'DELETE' }), 'method_not_allowed');
});

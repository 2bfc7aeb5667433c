import { describe, expect, test } from '@jest/globals';
import type { Message } from '../../functions/create-message/message.ts';
import { requireEnv } from '../../lib/process/env.ts';
import {
  type CallOptions,
  call,
  expectCommonHeaders,
  expectError,
  serviceUnderTest,
} from '../support/client.ts';

const quickstart = () => ({ ...serviceUnderTest(), baseUrl: requireEnv('QUICKSTART_URL') });

const post = (body: unknown, options: CallOptions = {}) =>
  call('/messages', { method: 'POST', body, ...options }, quickstart());

describe('createMessage', () => {
  test('answers 202 with the message, an id in order of time and the time', async () => {
    const before = Date.now();
    const answer = await post({ message: 'Hello' });
    expect(answer.status).toBe(202);
    expectCommonHeaders(answer);
    const message = answer.body as Message;
    expect(message).toEqual({
      id: expect.stringMatching(/^msg_[\w-]+$/),
      message: 'Hello',
      status: 'queued',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(Math.abs(Date.parse(message.createdAt) - before)).toBeLessThan(60_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const next = (await post({ message: 'Hello' })).body as Message;
    expect(next.id > message.id).toBe(true);
  });

  test('takes the longest message in its longest notation', async () => {
    const answer = await post(`{"message":"${'\\ud83d\\udc36'.repeat(4096)}"}`);
    expect(answer.status).toBe(202);
  });

  test('refuses other content types, bodies over 64 KB, and callers without a key', async () => {
    expectError(
      await post('{"message":"Hello"}', { headers: { 'Content-Type': 'text/plain' } }),
      'unsupported_media_type',
    );
    expectError(await post({ message: 'x'.repeat(65 * 1024) }), 'request_too_large');
    expectError(await post({ message: 'Hello' }, { key: null }), 'unauthorized');
  });
});

test('neither address answers what is the other’s', async () => {
  expectError(await call('/pets', {}, quickstart()), 'route_not_found');
  expectError(await call('/pets/1', {}, quickstart()), 'route_not_found');
  expectError(
    await call('/messages', { method: 'POST', body: { message: 'Hello' } }),
    'route_not_found',
  );
});

import { expect, test } from '@jest/globals';
import { operations } from '../../functions/operations.ts';
import { requireEnv } from '../../lib/process/env.ts';
import { call } from '../support/client.ts';
import { expectCommonHeaders, expectError } from '../support/expect-answer.ts';

const messages = `${requireEnv('QUICKSTART_URL')}/messages`;
const post = (path: string, body: unknown) => call(path, { method: 'POST', body });

test('the quickstart queues a message, in its longest notation too, and has nothing else', async () => {
  const queued = await post(messages, `{"message":"${'\\ud83d\\udc36'.repeat(4096)}"}`);
  expect([queued.status, queued.body]).toMatchObject([202, { status: 'queued' }]);
  expectCommonHeaders(queued);
  expectError(await post(messages, { message: 'x'.repeat(65 * 1024) }), 'request_too_large');
  for (const { path } of operations.filter(({ api }) => api !== 'quickstart')) {
    expectError(await call(messages.replace('/messages', path)), 'route_not_found');
  }
});

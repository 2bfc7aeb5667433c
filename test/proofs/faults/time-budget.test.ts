import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { buildFindKey } from '../../../lib/accounts/find-key.ts';
import { StorageTimeoutError } from '../../../lib/errors/storage-errors.ts';
import { ATTEMPTS, TIME_BUDGET } from '../../../lib/process/time-budget.ts';
import { createDocumentClient } from '../../../lib/storage/document-client.ts';
import { call, expectError } from '../../support/client.ts';
import { openFaultyStage } from './stage.ts';

test('a request whose every call takes three attempts ends with our 504, and storage hears no more of it', async () => {
  const { engine, faulty, baseUrls, issueKey, close } = await openFaultyStage();
  const service = { baseUrl: baseUrls.pets, apiKey: await issueKey() };
  const create = () =>
    call(
      '/pets',
      {
        method: 'POST',
        body: { name: 'Rex', categoryId: 1 },
        headers: { 'Idempotency-Key': 'slow' },
      },
      service,
    );
  expect((await create()).status).toBe(201);

  const asked = new Map<string, number>();
  const total = () => [...asked.values()].reduce((sum, times) => sum + times, 0);
  faulty.choose(({ action, touches }) => {
    // The first pet is recorded meanwhile.
    if (touches.some(({ table }) => table === engine.tables.events)) return 'none';
    const times = (asked.get(action) ?? 0) + 1;
    asked.set(action, times);
    if (times % ATTEMPTS !== 0) return 'hang';
    return action === 'TransactWriteItems' ? 'cancelled' : 'none';
  });
  // The counter's call succeeds at last; the transaction is repeated each time that it is
  // cancelled.
  expectError(await create(), 'timeout');
  const before = total();
  expect(before).toBeGreaterThan(2 * ATTEMPTS);
  await setTimeout(2 * TIME_BUDGET.attempt);
  expect(total()).toBe(before);
  await close();
});

test('the read of a key ends before the authorizer does, though storage answers on and on', async () => {
  const server = createServer(async (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' });
    while (!response.destroyed) {
      response.write(' ');
      await setTimeout(TIME_BUDGET.attempt / 3);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const client = createDocumentClient({
    endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  await expect(buildFindKey(client, 'api-keys')('pet_test_')).rejects.toBeInstanceOf(
    StorageTimeoutError,
  );
  client.destroy();
  server.closeAllConnections();
  server.close();
});

import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { TIME_BUDGET } from '../../../lib/process/time-budget.ts';
import { call } from '../../support/client.ts';
import { createAccount } from '../../support/local-accounts.ts';
import { endLocalServers, startLocalServer } from '../../support/local-server.ts';
import { newSecret } from '../../support/stored-webhooks.ts';
import { startStubService } from '../../support/stub-service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

afterAll(endLocalServers);

test('sixty that hang, all that six accounts can have, do not delay that of another', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const server = await startLocalServer({ dataDir });
  const { apiKey: key } = await createAccount(dataDir, 'Shelter');
  const post = async (path: string, body: object, of = key) =>
    expect((await call(path, { method: 'POST', body, key: of }, server)).status).toBe(201);
  const createWebhook = (url: string, of?: string) =>
    post('/webhooks', { url, secret: newSecret() }, of);

  await using hanging = await startStubService(() => undefined);
  const accounts = Array.from({ length: 6 }, async () => {
    const { apiKey } = await createAccount(dataDir, 'Hanging');
    for (let nth = 1; nth <= 10; nth += 1) await createWebhook(hanging.url, apiKey);
  });
  await Promise.all(accounts);
  await using receiver = await startStubService();
  const { received, url } = receiver;
  await createWebhook(url);
  await until(() => hanging.received.length >= 60 && received.length === 1);
  for (const name of ['Rex', 'Tom', 'Kit']) {
    const [from, before] = [performance.now(), received.length];
    await post('/pets', { name, categoryId: 1 });
    await until(() => received.length > before);
    // It would be later if it waited for one of them.
    expect(performance.now() - from).toBeLessThan(TIME_BUDGET.delivery);
  }
  // On a slow machine some have ended before all have begun.
  expect(hanging.mostAtOnce()).toBeGreaterThan(20);
});

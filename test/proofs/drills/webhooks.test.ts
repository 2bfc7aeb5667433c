import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
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
    // Each of them hangs for 15 s.
    expect(performance.now() - from).toBeLessThan(5000);
  }
  // On a slow machine some have ended before all have begun.
  expect(hanging.mostAtOnce()).toBeGreaterThan(20);
});

test('a delivery that a killed server had begun comes again at the next start, the same, and nothing is lost', async () => {
  const folder = temporaryFolder();
  const clock = join(folder, 'clock');
  writeFileSync(clock, '0');
  // For the server, and for the processes that it starts.
  const moved = join(import.meta.dirname, 'moved-clock.js');
  const env = { CLOCK_FILE: clock, NODE_OPTIONS: `--import ${moved}` };
  const start = () => startLocalServer({ dataDir: join(folder, 'data'), env });
  let server = await start();
  const post = async (path: string, body: object) =>
    expect((await call(path, { method: 'POST', body }, server)).status).toBe(201);
  let answers = true;
  await using receiver = await startStubService(() => (answers ? 204 : undefined));
  const { received, url } = receiver;
  await post('/webhooks', { url, secret: newSecret() });
  await until(() => received.length === 1);
  answers = false;
  for (const name of ['Rex', 'Tom', 'Kit']) await post('/pets', { name, categoryId: 1 });
  await until(() => received.length === 2);
  await server.stop('SIGKILL');
  answers = true;
  // Two hours later its lease is over, and a start sweeps at once.
  writeFileSync(clock, String(2 * 3_600_000));
  const from = performance.now();
  server = await start();
  await until(() => received.length > 2);
  expect(performance.now() - from).toBeLessThan(20_000);
  expect(received[2]).toMatchObject({ id: received[1]?.id, body: received[1]?.body });
  await post('/pets', { name: 'Max', categoryId: 1 });
  const names = () =>
    received
      .slice(2)
      .flatMap(({ body }) =>
        (JSON.parse(body) as readonly { readonly data: { readonly name: string } }[]).map(
          ({ data }) => data.name,
        ),
      );
  await until(() => names().includes('Max'));
  expect(names()).toEqual(['Rex', 'Tom', 'Kit', 'Max']);
});

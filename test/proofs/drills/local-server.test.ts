import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from '@jest/globals';
import { generateApiKey } from '../../../lib/accounts/api-key.ts';
import { TIME_BUDGET } from '../../../lib/process/time-budget.ts';
import { type Answer, call, send } from '../../support/client.ts';
import { expectError } from '../../support/expect-answer.ts';
import { createAccount, issueTo } from '../../support/local-accounts.ts';
import { endLocalServers, failToStart, startLocalServer } from '../../support/local-server.ts';
import { operator } from '../../support/operator.ts';
import { processesWith } from '../../support/processes.ts';
import { newSecret } from '../../support/stored-webhooks.ts';
import { type StubService, startStubService } from '../../support/stub-service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

const dataDir = temporaryFolder();
const server = await startLocalServer({ dataDir });
afterAll(endLocalServers);

test('its curl commands work in the order that it prints them', async () => {
  const commands = server.output().match(/curl .*/g) ?? [];
  const { stdout } = await promisify(execFile)('sh', ['-ec', commands.join('\n')]);
  expect(stdout.match(/(?<=HTTP\/1.1 )\d+/g)).toEqual(['202', '201', '200', '200']);
});

test('it listens to this machine only', async () => {
  const { port } = new URL(server.baseUrl);
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address } of outside) {
    await expect(fetch(`http://${address}:${port}/v1/pets`)).rejects.toThrow('fetch failed');
  }
});

test('a second server gets neither the port nor the folder, and the first one goes on', async () => {
  const before = processesWith(dataDir);
  const port = Number(new URL(server.baseUrl).port);
  const other = await failToStart({ dataDir: temporaryFolder(), port });
  expect(other).toEqual({
    status: 1,
    output: expect.stringMatching(/^pet-store: Port \d+ for the pets API .*in use.*--port.*\n$/),
  });
  expect(await failToStart({ dataDir })).toEqual({
    status: 1,
    output: expect.stringMatching(/^pet-store: .* is in use by another server.*\n$/),
  });
  expect((await call('/pets', {}, server)).status).toBe(200);
  expect(processesWith(dataDir)).toEqual(before);
});

describe('the reference', () => {
  const at = (path: string, base = server.baseUrl): URL => new URL(path, base);

  /** Asks as fetch cannot: for another host name, or for a path as it is written. */
  const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const outgoing = request({ port: at('/').port, method, path, headers }).end();
    const [incoming] = await once(outgoing, 'response');
    return { status: incoming.statusCode, body: await text(incoming), headers: incoming.headers };
  };
  const FORBIDDEN = { status: 403, body: '{"message":"Forbidden"}' };

  test('is at / of each API, with the key, and may be neither kept, framed nor loaded elsewhere', async () => {
    for (const base of [server.baseUrl, server.quickstartUrl]) {
      const answer = await fetch(at('/', base));
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(answer.headers.has('access-control-allow-origin')).toBe(false);
      const settings = await fetch(at('/settings.json', base));
      expect(await settings.text()).toContain(`"apiKey":"${server.apiKey}"`);
    }
    const document = JSON.parse(await (await fetch(at('/openapi.json'))).text());
    expect(document.servers).toMatchObject([{ url: server.baseUrl }]);
    expect(document.paths['/messages'].post.servers).toMatchObject([{ url: server.quickstartUrl }]);
  });

  test('is kept from anybody who points their own host name to this machine', async () => {
    const { port } = at('/');
    for (const host of ['evil.example', `evil.example:${port}`, `localhost.evil.example:${port}`]) {
      expect(await ask('GET', '/settings.json', { host })).toMatchObject(FORBIDDEN);
    }
    const host = `127.0.0.1:${port}`;
    expect((await ask('GET', '/settings.json', { host })).status).toBe(200);
  });

  test('leaves all else to the API, as nothing of its stage', async () => {
    const paths = ['/nothing.html', '/../package.json', '/%2e%2e/package.json'];
    const others = [['POST', '/'] as const, ['OPTIONS', '/'] as const];
    for (const [method, path] of [...others, ...paths.map((each) => ['GET', each] as const)]) {
      const answer = await ask(method, path);
      expect(answer).toMatchObject(FORBIDDEN);
      expect(answer.headers).not.toHaveProperty('content-security-policy');
    }
  });
});

test('an account’s limit is one for its keys and both addresses, and no other’s, until an operator puts it on a larger plan', async () => {
  const [{ apiKey, accountId }, other] = [
    await createAccount(dataDir, 'Limited'),
    await createAccount(dataDir, 'Other'),
  ];
  const second = await issueTo(dataDir, accountId, 'read');
  const third = await issueTo(dataDir, accountId);
  /** At a path that does not exist: it counts, too, and a busy machine answers it in time. */
  const limited = async (key: string, count: number, baseUrl = server.baseUrl) => {
    const asked = Array.from({ length: count }, () => send({ baseUrl, apiKey: key }, '/nowhere'));
    return (await Promise.all(asked)).filter(({ status }) => status === 429);
  };
  const senders = [apiKey, second.apiKey, third.apiKey].flatMap((key) =>
    [server.baseUrl, server.quickstartUrl].map((baseUrl) => ({ key, baseUrl })),
  );
  let refused: Answer[] = [];
  await until(async () => {
    // Each alone stays below the limit.
    const shared = senders.map(({ key, baseUrl }) => limited(key, 190, baseUrl));
    expect(await limited(other.apiKey, 20)).toEqual([]);
    refused = (await Promise.all(shared)).flat();
    // A busy machine may be slower than the limit: it begins again when the limit is as at first.
    if (refused.length === 0) await setTimeout(2000);
    return refused.length > 0;
  });
  for (const answer of refused) expectError(answer, 'rate_limited');

  const account = (...words: readonly string[]) =>
    operator(['account', ...words, '--stage', 'local', '--data-dir', dataDir]);
  const { output, problems } = await account('limit', accountId, '--plan', 'bulk');
  expect(problems).toContain('is on the plan bulk now.');
  for (const text of [output, (await account('list')).output]) {
    expect(text).toMatch(new RegExp(`^${accountId}.* bulk `, 'm'));
  }
  // What is known of the plan is a second old, and it gains what it may send at once in another.
  await until(async () => {
    await setTimeout(1000);
    return (await limited(apiKey, 400)).length === 0;
  });
});

test('sixty that hang, all that six accounts can have, do not delay that of another', async () => {
  const { apiKey: other } = await createAccount(dataDir, 'Shelter');
  const post = async (key: string, path: string, body: object) =>
    expect((await call(path, { method: 'POST', body, key }, server)).status).toBe(201);

  const createWebhook = (key: string, { url }: StubService) =>
    post(key, '/webhooks', { url, secret: newSecret() });

  await using hanging = await startStubService(() => undefined);
  const accounts = Array.from({ length: 6 }, async () => {
    const { apiKey } = await createAccount(dataDir, 'Hanging');
    for (let nth = 1; nth <= 10; nth += 1) await createWebhook(apiKey, hanging);
  });
  await Promise.all(accounts);
  await using receiver = await startStubService();
  const { received } = receiver;
  await createWebhook(other, receiver);
  await until(() => hanging.received.length >= 60 && received.length === 1);
  for (const name of ['Rex', 'Tom', 'Kit']) {
    const [from, before] = [performance.now(), received.length];
    await post(other, '/pets', { name, categoryId: 1 });
    await until(() => received.length > before);
    // It would be later if it waited for one of them.
    expect(performance.now() - from).toBeLessThan(TIME_BUDGET.delivery);
  }
  // On a slow machine some have ended before all have begun.
  expect(hanging.mostAtOnce()).toBeGreaterThan(20);
});

// The last: nothing more can be read of it.
test('it goes on when nobody reads what it prints', async () => {
  server.stopReading();
  const other = generateApiKey('pet_test_');
  for (let count = 0; count < 3; count += 1) {
    // The authorizer's line goes to standard error.
    expectError(await call('/pets', { key: other }, server), 'unauthorized');
    expect((await call('/pets', {}, server)).status).toBe(200);
  }
  expect(await server.stop('SIGTERM')).toBe(0);
});

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openLocalStage } from '../../../infra/operator/stage/local-stage.ts';
import { headKey } from '../../../lib/events/log-head.ts';
import { type Pet, PetStore } from '../../../packages/client/src/index.ts';
import { type Service, send } from '../../support/client.ts';
import { expectError } from '../../support/expect-answer.ts';
import { floodUntilLimited } from '../../support/flood.ts';
import { createAccount, issueTo } from '../../support/local-accounts.ts';
import { endLocalServers, type LocalServer, startLocalServer } from '../../support/local-server.ts';
import { operator } from '../../support/operator.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

let dataDir: string;
let server: LocalServer;

beforeAll(async () => {
  dataDir = join(temporaryFolder(), 'data');
  server = await startLocalServer({ dataDir });
});
afterAll(endLocalServers);

const openStage = () => openLocalStage(dataDir, process.env['AWS_ENDPOINT_URL_DYNAMODB']);

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
      expect(await answer.text()).toContain(`"apiKey":"${server.apiKey}"`);
    }
    const document = JSON.parse(await (await fetch(at('/openapi.json'))).text());
    expect(document.servers).toMatchObject([{ url: server.baseUrl }]);
    expect(document.paths['/messages'].post.servers).toMatchObject([{ url: server.quickstartUrl }]);
  });

  test('is kept from anybody who points their own host name to this machine', async () => {
    const { port } = at('/');
    for (const host of ['evil.example', `evil.example:${port}`, `localhost.evil.example:${port}`]) {
      expect(await ask('GET', '/', { host })).toMatchObject(FORBIDDEN);
    }
    expect((await ask('GET', '/', { host: `127.0.0.1:${port}` })).status).toBe(200);
  });

  test.each([
    ['POST', '/'],
    ['OPTIONS', '/'],
    ['GET', '/nothing.html'],
    ['GET', '/../package.json'],
    ['GET', '/%2e%2e/package.json'],
  ])('leaves %s %s to the API, as nothing of its stage', async (method, path) => {
    const answer = await ask(method, path);
    expect(answer).toMatchObject(FORBIDDEN);
    expect(answer.headers).not.toHaveProperty('content-security-policy');
  });
});

describe('an account’s limit', () => {
  const createClient = async (name: string) => ({
    ...(await createAccount(dataDir, name)),
    baseUrl: server.baseUrl,
  });
  type Client = Awaited<ReturnType<typeof createClient>>;
  const account = (...words: readonly string[]) =>
    operator(['account', ...words, '--stage', 'local', '--data-dir', dataDir]);
  const limit = ({ accountId }: Client, rate: number, burst: number) =>
    account('limit', accountId, '--rate', String(rate), '--burst', String(burst));

  /** Repeats after 503, as clients do: a busy machine is slow, and this tests limits. */
  const statusOf = async (client: Service): Promise<number> => {
    const { status } = await send(client, '/pets');
    return status === 503 ? statusOf(client) : status;
  };
  const statuses = (client: Service, count: number): Promise<number[]> =>
    Promise.all(Array.from({ length: count }, () => statusOf(client)));

  test('makes its flood 429 with Retry-After, while every request of another succeeds', async () => {
    const [flooding, other] = [await createClient('Flooding'), await createClient('Other')];
    await limit(flooding, 1, 5);
    const limited = await floodUntilLimited(flooding);
    expect(limited.length).toBeGreaterThan(0);
    for (const answer of limited) expectError(answer, 'rate_limited');
    const flood = statuses(flooding, 400);
    expect(await statuses(other, 100)).toEqual(Array(100).fill(200));
    expect(await flood).toContain(429);
  });

  test('is one for its keys and both addresses, until an operator takes it back, and is on the list', async () => {
    const client = await createClient('Limited');
    expect(await statuses(client, 40)).toEqual(Array(40).fill(200));
    const { output, problems } = await limit(client, 1, 30);
    expect(problems).toContain('is 1 a second, 30 at once now.');
    const { output: list } = await account('list');
    for (const text of [output, list]) {
      expect(text).toMatch(new RegExp(`^${client.accountId}.* 1 a second, 30 at once`, 'm'));
    }
    const second = {
      ...(await issueTo(dataDir, client.accountId, 'read')),
      baseUrl: server.baseUrl,
    };
    const elsewhere = { ...client, baseUrl: server.quickstartUrl };
    // What is known of the limit is a second old.
    await setTimeout(1500);
    // Each alone stays below it.
    const shared = [client, second, elsewhere].map((each) => statuses(each, 28));
    expect((await Promise.all(shared)).flat()).toContain(429);

    const free = await account('limit', client.accountId, '--default');
    expect(free.output).toContain('the stage’s');
    let taken: number[] = [];
    const deadline = Date.now() + 20_000;
    do {
      // Without a pause it would use up what it gains.
      await setTimeout(500);
      taken = await statuses(client, 40);
    } while (taken.includes(429) && Date.now() < deadline);
    expect(taken).toEqual(Array(40).fill(200));
  });
});

test('a client’s copy that was not kept up for 30 days begins again, and misses nothing', async () => {
  const petStore = new PetStore({ baseUrl: server.baseUrl, apiKey: server.apiKey });
  const create = (name: string) => petStore.createPet({ name, categoryId: 7n });
  const newest = async () => (await petStore.listEvents({ after: 'latest' })).after;
  const copies = petStore.copyPets({ pause: 20 })[Symbol.asyncIterator]();
  const next = async (): Promise<ReadonlyMap<bigint, Pet>> => (await copies.next()).value;
  const start = await newest();
  const recorded = (events: bigint) => until(async () => (await newest()) === start + events);
  const [changed, deleted] = [await create('Rex'), await create('Tom')];
  await recorded(2n);
  const first = await next();
  expect(first.get(deleted.id)).toEqual(deleted);

  const renamed = await petStore.updatePet(changed, { name: 'Max' });
  await petStore.deletePet(deleted);
  await recorded(4n);
  // All events were recorded long ago, and are deleted.
  const stage = await openStage();
  const [TableName, last] = [stage.table('events'), await newest()];
  const Item = { ...headKey('pets'), newest: last, days: { '2026-01-01': 1n } };
  await stage.client.send(new PutCommand({ TableName, Item }));
  for (let position = 1n; position <= last; position += 1n) {
    await stage.client.send(new DeleteCommand({ TableName, Key: { log: 'pets', position } }));
  }
  await stage.close();
  await expect(petStore.listEvents({ after: start })).rejects.toMatchObject({
    status: 410,
    code: 'events_expired',
  });

  const second = await next();
  expect(second).not.toBe(first);
  expect([second.get(changed.id), second.has(deleted.id)]).toEqual([renamed, false]);
  const created = await create('Ben');
  const third = await next();
  expect(third).toBe(second);
  expect(third.get(created.id)).toEqual(created);
  await copies.return?.();
});

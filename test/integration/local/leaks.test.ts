import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operations } from '../../../functions/operations.ts';
import { ERRORS } from '../../../lib/errors/errors.ts';
import { type Answer, type CallOptions, call, floodUntilLimited } from '../../support/client.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { type FaultyEngine, startFaultyEngine } from '../../support/faulty-engine.ts';
import { createAccount, issueTo } from '../../support/local-accounts.ts';
import { endLocalServers, type LocalServer, startLocalServer } from '../../support/local-server.ts';
import { operator } from '../../support/operator.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Stored on purpose, to see that the search finds what is there. */
const STORED = 'VisibleVisibleVisible1234567890';

/** Signs what webhooks deliver. It is stored to be read, so that only answers and logs must not have it. */
const WEBHOOK_SECRET = 'whsec_Q2FuYXJ5Q2FuYXJ5Q2FuYXJ5Q2FuYXJ5';

let folder: string;
let dataDir: string;
let server: LocalServer;
let engine: TestEngine;
let faulty: FaultyEngine;
let failing: LocalServer;
const answers: Answer[] = [];
const printed: string[] = [];
/** Keys that must be nowhere but where they belong. */
const canaries = { demo: '', readOnly: '', created: '', rolled: '' };

/** Every place of a request that a client may put a key in. */
const misplaced = (key: string): Promise<Answer>[] => [
  call(`/${key}`, {}, server),
  call(`/pets/${key}`, {}, server),
  call(`/pets?status=${key}`, {}, server),
  call(`/pets?limit=${key}`, {}, server),
  call(`/pets?cursor=${key}`, {}, server),
  call('/pets', { headers: { Authorization: key } }, server),
  call('/pets', { headers: { Authorization: `Basic ${key}` } }, server),
  call('/pets', { headers: { Authorization: `Bearer ${key}x` } }, server),
  call('/pets', { headers: { Authorization: `Bearer ${key.slice(0, -1)}` } }, server),
  call('/pets', { headers: { [key]: key }, method: 'DELETE' }, server),
  call('/pets', { method: 'POST', body: key }, server),
  call('/pets', { method: 'POST', body: `{"name":"${key}"` }, server),
  call('/pets', { method: 'POST', body: { name: key, categoryId: key, status: key } }, server),
  call('/pets', { method: 'POST', body: key, headers: { 'Content-Type': key } }, server),
  call('/pets', { method: 'POST', body: { name: key.repeat(1000), categoryId: 1 } }, server),
  call('/pets', { method: 'POST', body: key.repeat(300_000) }, server),
];

/** Requests that are refused: from another account, in the wrong state, or for nothing that exists. */
const refusedChanges = async (otherKey: string): Promise<Answer[]> => {
  const post = (path: string, body?: unknown) => call(path, { method: 'POST', body }, server);
  const patch = (body: unknown, options: CallOptions = {}) =>
    call(pet, { method: 'PATCH', body, ...options }, server);
  const { headers } = await post('/pets', { name: 'Rex', categoryId: 1 });
  const pet = new URL(headers.get('Location') ?? '', server.baseUrl).href;
  const order = { petId: BigInt(pet.split('/').at(-1) ?? '') };
  const refused = [
    await patch({ name: 'Tom' }, { key: otherKey }),
    await patch({ name: 'Tom' }, { headers: { 'If-Match': '"another"' } }),
  ];
  const placed = await post('/store/orders', order);
  const placedAt = new URL(placed.headers.get('Location') ?? '', server.baseUrl).href;
  refused.push(await post('/store/orders', order), await patch({ status: 'sold' }));
  await post(`${placedAt}/complete`);
  return [...refused, await post(`${placedAt}/cancel`)];
};

/**
 * Answers to more webhooks than an account may have, and to one in this machine's network. One after the other: of creates
 * at once some would be 503 on a busy machine, and the limit not reached.
 */
const webhooks = async (): Promise<Answer[]> => {
  const urls = ['http://10.0.0.1/', ...Array<string>(11).fill('http://localhost:9/')];
  const created: Answer[] = [];
  for (const url of urls) {
    const body = { url, secret: WEBHOOK_SECRET };
    created.push(await call('/webhooks', { method: 'POST', body }, server));
  }
  return created;
};

/** Answers to a create and a roll, which have a key each, to the same roll again, and to a create that is one too many. */
const createKeys = async (): Promise<Answer[]> => {
  const create = () => call('/keys', { method: 'POST', body: { name: 'test' } }, server);
  const first = await create();
  const others = await Promise.all(Array.from({ length: 17 }, create));
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 201));
  const rolling = `/keys/${Object(others[0]?.body).id}/roll`;
  const roll = () => call(rolling, { method: 'POST', body: {} }, server);
  return [first, await roll(), await roll(), await create()];
};

/** Requests for what does not exist, to every operation whose path names something. */
const forNothing = (): Promise<Answer>[] =>
  operations
    .filter(({ path, api }) => path.includes('{') && api === 'pets')
    .map(({ method, path, request }) =>
      call(path.replace(/\{\w+\}/g, '999'), { method, ...(request.body && { body: {} }) }, server),
    );

beforeAll(async () => {
  folder = temporaryFolder();
  dataDir = join(folder, 'data');
  server = await startLocalServer({ dataDir: dataDir });
  const { accountId } = await createAccount(dataDir, 'Shelter');
  const issued = await operator([
    ...['key', 'issue', '--account', accountId, '--name', 'reader', '--scope', 'read'],
    ...['--stage', 'local', '--data-dir', dataDir],
  ]);
  printed.push(issued.problems);
  Object.assign(canaries, { demo: server.apiKey, readOnly: issued.output.trim() });

  const created = await createKeys();
  [canaries.created, canaries.rolled] = created.map(({ body }) => Object(body).apiKey);
  answers.push(...created.slice(2));

  for (const key of Object.values(canaries)) {
    answers.push(...(await Promise.all(misplaced(key))));
    answers.push(await call('/pets', { key, method: 'POST', body: { name: 'x' } }, server));
    answers.push(await call('/pets/9', { key }, server));
  }
  await call('/pets', { method: 'POST', body: { name: STORED, categoryId: 1 } }, server);
  const headers = { 'Idempotency-Key': server.apiKey };
  for (const name of ['Rex', 'Tom']) {
    const body = { name, categoryId: 1 };
    answers.push(await call('/pets', { method: 'POST', headers, body }, server));
  }
  answers.push(...(await Promise.all(forNothing())));
  const other = await issueTo(dataDir, accountId);
  answers.push(...(await refusedChanges(other.apiKey)), ...(await webhooks()));
  answers.push(...(await floodUntilLimited(server)));

  engine = await openEngine();
  faulty = await startFaultyEngine(engine.endpoint);
  failing = await startLocalServer({
    dataDir: join(folder, 'failing'),
    env: { AWS_ENDPOINT_URL_DYNAMODB: faulty.endpoint },
  });
  answers.push(await call('/pets', {}, failing));
  // A log whose events are all from a time that is not kept.
  const head = { log: 'pets', position: 0n, newest: 5n, days: { '2020-01-01': 1n } };
  await engine.put('events', head);
  answers.push(await call('/events?after=1', {}, failing));
  for (const fault of ['denied', 'throttled', 'hang'] as const) {
    // Keys are still found: the gateway's cache of them ends sooner than these requests on a busy machine.
    faulty.choose(({ touches }) =>
      touches.every(({ table }) => table === engine.tables.pets) ? fault : 'none',
    );
    answers.push(await call('/pets', {}, failing));
  }
  await failing.stop('SIGKILL');
  await server.stop();
}, 120_000);
afterAll(async () => {
  endLocalServers();
  faulty.close();
  await engine.close();
});

/** Twelve characters in a row are not there by chance, and survive compression. */
const holds = (text: string, secret: string): boolean =>
  Array.from({ length: secret.length - 11 }, (_, start) => secret.slice(start, start + 12)).some(
    (piece) => text.includes(piece),
  );

const findAny = (text: string, secrets: readonly string[]): string[] =>
  secrets.filter((secret) => holds(text, secret));

/** The random parts of the keys that nothing may hold. */
const secrets = (): string[] =>
  [...Object.values(canaries), failing.apiKey].map((key) => key.slice(9, -4));

test('every error was provoked that a client can get', () => {
  const codes = answers.map(({ body }) =>
    typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined,
  );
  expect({
    'to provoke in refusedChanges of this file': Object.keys(ERRORS).filter(
      (code) => !codes.includes(code),
    ),
  }).toEqual({ 'to provoke in refusedChanges of this file': [] });
  expect(codes.filter((code) => code !== undefined && !(String(code) in ERRORS))).toEqual([]);
});

test('no answer holds a key or a secret, in its body or its headers', () => {
  for (const { text, headers } of answers) {
    const all = `${text}${JSON.stringify([...headers])}`;
    expect(findAny(all, [...secrets(), WEBHOOK_SECRET])).toEqual([]);
  }
});

test('no line that was logged holds a key or a secret', () => {
  for (const { output } of [server, failing]) {
    const [, logged = ''] = output().split('Ctrl-C stops it.');
    expect(logged.length).toBeGreaterThan(200);
    printed.push(logged);
  }
  for (const text of printed) expect(findAny(text, [...secrets(), WEBHOOK_SECRET])).toEqual([]);
});

test('no file of a data folder holds a key, but the one that is there for it', async () => {
  const holders: string[] = [];
  let visible = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path, 'latin1');
    if (holds(content, STORED)) visible += 1;
    if (findAny(content, secrets()).length > 0) holders.push(path.slice(folder.length));
  }
  expect(visible).toBeGreaterThan(0);
  expect(holders.sort()).toEqual(['/data/api-key', '/failing/api-key']);
});

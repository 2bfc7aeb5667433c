import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { parseJson } from '../../lib/json.ts';
import { call } from '../support/client.ts';
import { createAccount } from '../support/local-accounts.ts';
import {
  endLocalServers,
  type LocalServer,
  shareAssembly,
  startLocalServer,
} from '../support/local-server.ts';
import { operator } from '../support/operator.ts';
import { newSecret } from '../support/stored-webhooks.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { type Received, type Receiver, startReceiver } from '../support/webhook-receiver.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dataDir: string;
let server: LocalServer;
let accountId: string;
let key: string;
const receivers: Receiver[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  dataDir = shareAssembly(join(folder.path, 'data'));
  server = await startLocalServer({ dataDir });
  ({ accountId, apiKey: key } = await createAccount(dataDir, 'Shelter'));
});
afterEach(() => {
  for (const { close } of receivers.splice(0)) close();
});
afterAll(async () => {
  endLocalServers();
  await folder.remove();
});

const secret = newSecret();

const receiver = async (answer?: Parameters<typeof startReceiver>[0]): Promise<Receiver> => {
  const started = await startReceiver(answer);
  receivers.push(started);
  return started;
};

const eventsOf = ({ body }: Received) =>
  parseJson(body) as readonly { readonly position: bigint }[];

/** Throws if the signature is not of the secret. */
const verify = ({ body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

interface Seen {
  readonly id: string;
  readonly status: string;
  readonly delivered: bigint;
  readonly failing?: { readonly lastError?: string };
}

const createWebhook = async (url: string): Promise<Seen> => {
  const answer = await call('/webhooks', { method: 'POST', body: { url, secret }, key }, server);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as Seen;
};

const webhook = async (id: string): Promise<Seen> =>
  (await call(`/webhooks/${id}`, { key }, server)).body as Seen;

const createPet = async (name: string): Promise<void> => {
  const body = { name, categoryId: 1 };
  expect((await call('/pets', { method: 'POST', body, key }, server)).status).toBe(201);
};

test('delivers to http://localhost: an empty array once, then each change in order, signed', async () => {
  const { received, mostAtOnce, url } = await receiver();
  const { id, delivered } = await createWebhook(url);
  await until(() => received.length === 1);
  for (const name of ['Rex', 'Tom', 'Kit']) await createPet(name);
  const positions = () => received.flatMap(eventsOf).map(({ position }) => position);
  await until(() => positions().length >= 3);
  expect(received[0]?.body).toBe('[]');
  expect(positions()).toEqual([delivered + 1n, delivered + 2n, delivered + 3n]);
  for (const each of received) expect(() => verify(each)).not.toThrow();
  expect(mostAtOnce()).toBe(1);
  // What is pushed is what is pulled.
  const log = await call(`/events?after=${delivered}`, { key }, server);
  expect(received.flatMap(eventsOf)).toEqual(log.body);
  await until(async () => (await webhook(id)).delivered === delivered + 3n);
});

test('a receiver that hangs delays no other, and one that fails is tried again when its client asks', async () => {
  const hanging = await receiver(() => undefined);
  await createWebhook(hanging.url);
  await until(() => hanging.received.length === 1);
  let status = 500;
  const failing = await receiver(() => status);
  const { id } = await createWebhook(failing.url);
  await until(async () => (await webhook(id)).failing !== undefined);
  expect((await webhook(id)).failing).toMatchObject({ attempts: 1n, lastStatus: 500n });
  status = 200;
  const body = { status: 'enabled' };
  await call(`/webhooks/${id}`, { method: 'PATCH', body, key }, server);
  await until(() => failing.received.length === 2);
  expect(await webhook(id)).not.toHaveProperty('failing');
  const [first, again] = failing.received;
  expect([again?.id, again?.body]).toEqual([first?.id, first?.body]);
  expect(hanging.received).toHaveLength(1);
});

test('operators see webhooks without their secrets, and disable one', async () => {
  const { url } = await receiver();
  const { id } = await createWebhook(url);
  const run = (...args: string[]) =>
    operator(['webhook', ...args, '--stage', 'local', '--data-dir', dataDir]);
  const listed = await run('list', '--account', accountId);
  expect(listed.output).toMatch(new RegExp(`^${id} +enabled +pets +\\d+ +${url}`, 'm'));
  expect(listed.output).not.toContain('whsec_');
  const json = await run('list', '--account', accountId, '--json');
  expect(JSON.parse(json.output)).toContainEqual(expect.objectContaining({ id, url }));
  expect(json.output).not.toContain('whsec_');

  const disabled = await run('disable', accountId, id);
  expect(disabled.status).toBe(0);
  expect(await webhook(id)).toMatchObject({
    status: 'disabled',
    failing: { lastError: 'disabled_by_operator' },
  });
  expect((await run('disable', accountId, 'whk_0000000000000000')).status).toBe(1);
  expect((await run('list', '--account', 'acct_0000000000000000')).status).toBe(1);

  const body = { status: 'enabled' };
  await call(`/webhooks/${id}`, { method: 'PATCH', body, key }, server);
  expect(await webhook(id)).toMatchObject({ status: 'enabled' });
});

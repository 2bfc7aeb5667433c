import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
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

/** @throws Error if the signature is not of the secret */
const verify = ({ body, headers }: Received, known = secret) =>
  new Webhook(known).verify(body, headers as Record<string, string>);

interface Seen {
  readonly id: string;
  readonly url: string;
  readonly status: string;
  readonly delivered: bigint;
  readonly failing?: { readonly lastError?: string };
}

const createWebhook = async (url: string, of = key): Promise<Seen> => {
  const body = { url, secret };
  const answer = await call('/webhooks', { method: 'POST', body, key: of }, server);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as Seen;
};

const webhook = async (id: string): Promise<Seen> =>
  (await call(`/webhooks/${id}`, { key }, server)).body as Seen;

const patch = (id: string, body: unknown, of = key) =>
  call(`/webhooks/${id}`, { method: 'PATCH', body, key: of }, server);

/** The log of pets after a position. */
const eventsAfter = async (position: bigint): Promise<readonly { readonly position: bigint }[]> => {
  const path = `/events?limit=100&after=${position}`;
  const page = (await call(path, { key }, server)).body as ReturnType<typeof eventsOf>;
  const last = page.at(-1);
  return last === undefined ? [] : [...page, ...(await eventsAfter(last.position))];
};

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
  expect(received.flatMap(eventsOf)).toEqual(await eventsAfter(delivered));
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
  await patch(id, { status: 'enabled' });
  await until(() => failing.received.length === 2);
  expect(await webhook(id)).not.toHaveProperty('failing');
  const [first, again] = failing.received;
  expect([again?.id, again?.body]).toEqual([first?.id, first?.body]);
  expect(hanging.received).toHaveLength(1);
});

test('twenty that hang, all that two accounts can have, do not delay that of a third', async () => {
  const hanging = await receiver(() => undefined);
  const accounts = ['Hanging', 'Hanging too'].map(async (name) => {
    const { apiKey } = await createAccount(dataDir, name);
    for (let nth = 1; nth <= 10; nth += 1) await createWebhook(hanging.url, apiKey);
  });
  await Promise.all(accounts);
  const { received, url } = await receiver();
  await createWebhook(url);
  await until(() => hanging.received.length === 20 && received.length === 1);
  const delays: number[] = [];
  for (const name of ['Rex', 'Tom', 'Kit']) {
    const from = performance.now();
    await createPet(name);
    await until(() => received.length === delays.length + 2);
    delays.push(Math.round(performance.now() - from));
  }
  // All of them hang still.
  expect([hanging.received.length, hanging.mostAtOnce()]).toEqual([20, 20]);
  process.stderr.write(`while 20 hang, delivered ${delays.join(', ')} ms after the request\n`);
  expect(Math.max(...delays)).toBeLessThan(3000);
});

test('receivers of every kind at once take what the log has, in order, one request at a time', async () => {
  const elsewhere = await receiver();
  const accepted = new Map<string, Received[]>();
  /** One that treats some requests badly, as counted from 1 on, and accepts the others. */
  const kind = async (
    badAt: readonly number[],
    badly: (response: ServerResponse) => Promise<number> | number | undefined,
    takesIt = false,
  ) => {
    let requests = 0;
    const started = await receiver((delivery, response) => {
      requests += 1;
      const isBad = badAt.includes(requests);
      if (!isBad || takesIt)
        accepted.set(started.url, [...(accepted.get(started.url) ?? []), delivery]);
      return isBad ? badly(response) : 204;
    });
    return started;
  };
  const reset = (response: ServerResponse) => {
    response.destroy();
    return undefined;
  };
  const kinds = await Promise.all([
    kind([], () => 204),
    kind([1, 2, 4], () => 500),
    kind([2], () => undefined),
    kind([1, 3, 4], reset),
    kind([2, 3], reset, true),
    kind([1, 3], (response) => response.setHeader('Location', elsewhere.url) && 307),
    kind([1, 3], () => 410),
    kind([1, 2, 3, 4], () => setTimeout(1000, 204), true),
  ]);
  const { apiKey } = await createAccount(dataDir, 'All kinds');
  const created: Seen[] = [];
  for (const { url } of kinds) created.push(await createWebhook(url, apiKey));
  const first = created[0]?.delivered ?? 0n;
  const clients = ['Rex', 'Tom', 'Kit'].map(async (name) => {
    for (let nth = 1; nth <= 10; nth += 1) await createPet(`${name} ${nth}`);
  });
  await Promise.all(clients);
  await until(async () => (await eventsAfter(first)).length === 30);
  const log = await eventsAfter(first);
  // Their client has all be tried again and again, also those that are under way.
  await until(async () => {
    await setTimeout(500);
    const all = (await call('/webhooks', { key: apiKey }, server)).body as readonly Seen[];
    const behind = all.filter(({ delivered }) => delivered < first + 30n);
    await Promise.all(behind.map(({ id }) => patch(id, { status: 'enabled' }, apiKey)));
    return behind.length === 0;
  });
  for (const { mostAtOnce, received, url } of kinds) {
    const once = new Map((accepted.get(url) ?? []).map((each) => [each.id, each.body]));
    expect([...once.values()].flatMap((body) => parseJson(body))).toEqual(log);
    for (const { id, body } of received) expect([undefined, body]).toContain(once.get(id));
    expect(mostAtOnce()).toBe(1);
  }
  expect(elsewhere.received).toEqual([]);
});

test('a secret is replaced while deliveries go on, and no signature is refused', async () => {
  // The receiver knows one secret at a time.
  let known = secret;
  const refused: unknown[] = [];
  const { received, url } = await receiver((delivery) => {
    try {
      verify(delivery, known);
      return 204;
    } catch (error) {
      refused.push(error);
      return 401;
    }
  });
  const { id, delivered } = await createWebhook(url);
  let isLoaded = true;
  let created = 0;
  const load = (async () => {
    for (; isLoaded; created += 1) await createPet('Rex');
  })();
  try {
    for (let nth = 1; nth <= 10; nth += 1) {
      const next = newSecret();
      expect((await patch(id, { secret: next })).status).toBe(200);
      // One that is on its way was signed before.
      const sent = received.length;
      await until(() => received.length >= sent + 2 || refused.length > 0);
      expect(refused).toEqual([]);
      known = next;
    }
  } finally {
    isLoaded = false;
    await load;
  }
  let log = await eventsAfter(delivered);
  await until(async () => {
    log = await eventsAfter(delivered);
    return log.length >= created && received.flatMap(eventsOf).length >= log.length;
  });
  expect(refused).toEqual([]);
  expect(received.flatMap(eventsOf)).toEqual(log);
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

  await patch(id, { status: 'enabled' });
  expect(await webhook(id)).toMatchObject({ status: 'enabled' });
});

import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { parseJson } from '../../../lib/values/json.ts';
import { call } from '../../support/client.ts';
import { createAccount } from '../../support/local-accounts.ts';
import { endLocalServers, type LocalServer, startLocalServer } from '../../support/local-server.ts';
import { newSecret } from '../../support/stored-webhooks.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';
import { type Received, type Receiver, startReceiver } from '../../support/webhook-receiver.ts';

let dataDir: string;
let server: LocalServer;
let key: string;
const receivers: Receiver[] = [];

beforeAll(async () => {
  dataDir = join(temporaryFolder(), 'data');
  server = await startLocalServer({ dataDir });
  ({ apiKey: key } = await createAccount(dataDir, 'Shelter'));
});
afterEach(() => {
  for (const { close } of receivers.splice(0)) close();
});
afterAll(endLocalServers);

const secret = newSecret();

const receiver = async (answer?: Parameters<typeof startReceiver>[0]): Promise<Receiver> => {
  const started = await startReceiver(answer);
  receivers.push(started);
  return started;
};

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

const patch = (id: string, body: unknown, of = key) =>
  call(`/webhooks/${id}`, { method: 'PATCH', body, key: of }, server);

/** The log of pets after a position. */
const eventsAfter = async (position: bigint): Promise<readonly { readonly position: bigint }[]> => {
  const path = `/events?limit=100&after=${position}`;
  const page = (await call(path, { key }, server)).body as readonly { readonly position: bigint }[];
  const last = page.at(-1);
  return last === undefined ? [] : [...page, ...(await eventsAfter(last.position))];
};

const createPet = async (name: string): Promise<void> => {
  const body = { name, categoryId: 1 };
  expect((await call('/pets', { method: 'POST', body, key }, server)).status).toBe(201);
};

test('sixty that hang, all that six accounts can have, do not delay that of another', async () => {
  const hanging = await receiver(() => undefined);
  const accounts = Array.from({ length: 6 }, async () => {
    const { apiKey } = await createAccount(dataDir, 'Hanging');
    for (let nth = 1; nth <= 10; nth += 1) await createWebhook(hanging.url, apiKey);
  });
  await Promise.all(accounts);
  const { received, url } = await receiver();
  await createWebhook(url);
  await until(() => hanging.received.length >= 60 && received.length === 1);
  for (const name of ['Rex', 'Tom', 'Kit']) {
    const [from, before] = [performance.now(), received.length];
    await createPet(name);
    await until(() => received.length > before);
    // Each of them hangs for 15 s.
    expect(performance.now() - from).toBeLessThan(5000);
  }
  // On a slow machine some have ended before all have begun.
  expect(hanging.mostAtOnce()).toBeGreaterThan(20);
});

test('receivers of every kind at once get what the log has, signed, in order, one request at a time', async () => {
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
    for (const each of received) {
      expect([undefined, each.body]).toContain(once.get(each.id));
      expect(() => verify(each)).not.toThrow();
    }
    expect(received[0]?.body).toBe('[]');
    expect(mostAtOnce()).toBe(1);
  }
  expect(elsewhere.received).toEqual([]);
});

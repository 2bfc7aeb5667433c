import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { parseJson } from '../../../lib/values/json.ts';
import { call } from '../../support/client.ts';
import { createAccount } from '../../support/local-accounts.ts';
import {
  createPet,
  createWebhook,
  dataDir,
  eventsAfter,
  eventsOf,
  patch,
  receiver,
  type Seen,
  secret,
  server,
  useLocalWebhooks,
  verify,
} from '../../support/local-webhooks.ts';
import { newSecret } from '../../support/stored-webhooks.ts';
import { until } from '../../support/until.ts';
import type { Received } from '../../support/webhook-receiver.ts';

useLocalWebhooks();

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

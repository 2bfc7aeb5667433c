import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { parseJson } from '../../../lib/values/json.ts';
import { call } from '../../support/client.ts';
import { createAccount } from '../../support/local-accounts.ts';
import {
  accountId,
  createPet,
  createWebhook,
  dataDir,
  eventsAfter,
  patch,
  receiver,
  type Seen,
  server,
  useLocalWebhooks,
  verify,
  webhook,
} from '../../support/local-webhooks.ts';
import { operator } from '../../support/operator.ts';
import { until } from '../../support/until.ts';
import type { Received } from '../../support/webhook-receiver.ts';

useLocalWebhooks();

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
  expect(hanging.mostAtOnce()).toBeGreaterThan(50);
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

test('operators see webhooks without their secrets, and disable one', async () => {
  const { url } = await receiver();
  const { id } = await createWebhook(url);
  const run = (...args: string[]) =>
    operator(['webhook', ...args, '--stage', 'local', '--data-dir', dataDir]);
  const listed = await run('list', '--account', accountId);
  expect(listed.output).toMatch(
    new RegExp(`^${accountId}  ${id} +enabled +pets +\\d+ +${url}`, 'm'),
  );
  const json = await run('list', '--account', accountId, '--json');
  expect(JSON.parse(json.output)).toContainEqual(expect.objectContaining({ id, url }));
  expect(listed.output + json.output).not.toContain('whsec_');

  expect((await run('disable', accountId, id)).status).toBe(0);
  const failing = { lastError: 'disabled_by_operator' };
  expect(await webhook(id)).toMatchObject({ status: 'disabled', failing });
  expect((await run('disable', accountId, 'whk_0000000000000000')).status).toBe(1);
  expect((await run('list', '--account', 'acct_0000000000000000')).status).toBe(1);
});

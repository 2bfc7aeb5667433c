import { expect, test } from '@jest/globals';
import {
  accountId,
  createPet,
  createWebhook,
  dataDir,
  eventsAfter,
  eventsOf,
  patch,
  receiver,
  useLocalWebhooks,
  verify,
  webhook,
} from '../../support/local-webhooks.ts';
import { operator } from '../../support/operator.ts';
import { until } from '../../support/until.ts';

useLocalWebhooks();

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

import { afterAll, expect, test } from '@jest/globals';
import type { findRemovals } from '../../../infra/operator/accounts/remove-created.ts';
import { type CallOptions, call } from '../../support/client.ts';
import { expectFoldedLogsOf } from '../../support/fold-log.ts';
import { createAccount } from '../../support/local-accounts.ts';
import { endLocalServers, startLocalServer } from '../../support/local-server.ts';
import { operator } from '../../support/operator.ts';
import { newSecret } from '../../support/stored-webhooks.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

afterAll(endLocalServers);

test('what a stolen key created is removed, and nothing else is', async () => {
  const dataDir = temporaryFolder();
  const server = await startLocalServer({ dataDir });
  const { apiKey: own } = await createAccount(dataDir, 'Shelter');
  const { apiKey: customer } = await createAccount(dataDir, 'Customer');
  const ask = async (key: string, path: string, options: CallOptions = {}) => {
    const { status, body } = await call(path, { key, ...options }, server);
    return { answer: status, ...Object(body) };
  };
  const post = (key: string, path: string, body: object = {}) =>
    ask(key, path, { method: 'POST', body });
  const putCategory = (key: string) =>
    ask(key, '/categories/5', { method: 'PUT', body: { name: 'Dogs' } });
  const pet = { name: 'Rex', categoryId: 1 };

  const kept = await post(own, '/pets', pet);
  const stolen = await post(own, '/keys', { name: 'stolen' });
  const since = new Date().toISOString();
  const pets: { readonly id: bigint }[] = [];
  while (pets.length < 20) pets.push(await post(stolen.apiKey, '/pets', pet));
  const order = (key: string, { id }: { readonly id: bigint }) =>
    post(key, '/store/orders', { petId: id });
  const [fifth = kept, sixth = kept] = pets.slice(4);
  const held = await Promise.all(pets.slice(0, 4).map((each) => order(customer, each)));
  const placed = [await order(stolen.apiKey, kept), await order(stolen.apiKey, fifth)];
  const sold = await order(customer, sixth);
  await post(own, `/store/orders/${sold.id}/complete`);
  await putCategory(stolen.apiKey);
  const webhook = { url: 'https://hooks.shop.example/', secret: newSecret() };
  const { id: webhookId } = await post(stolen.apiKey, '/webhooks', webhook);
  const { id: keyId } = await post(stolen.apiKey, '/keys', { name: 'second' });
  const foreign = await post(own, '/pets', pet);

  const words = [
    ...['key', 'remove-created', stolen.id, '--since', since, '--json'],
    ...['--stage', 'local', '--data-dir', dataDir],
  ];
  const run = async (...more: string[]) => {
    const { output, problems } = await operator([...words, ...more]);
    const { kinds, gone } = JSON.parse(output) as Awaited<ReturnType<typeof findRemovals>>;
    const found = Object.fromEntries(kinds.map(({ what, ids }) => [what, ids.sort()]));
    const removed = Object.fromEntries(kinds.map((kind) => [kind.what, kind.removed]));
    return { problems, gone, found, removed };
  };
  const dry = await run('--dry-run');
  expect(dry.found).toEqual({
    keys: [keyId],
    webhooks: [webhookId],
    orders: [...held, ...placed].map(({ id }) => `${id}`).sort(),
    pets: pets.map(({ id }) => `${id}`).sort(),
    categories: ['5'],
  });
  expect(dry.problems).toContain(`The key ${stolen.id} still works`);
  expect(dry.problems).toContain(`It made the key ${keyId}: run the command`);
  expect(dry.problems).toContain('Nothing was changed.');
  expect(await ask(own, `/pets/${fifth.id}`)).toMatchObject({ answer: 200 });

  const { gone: before, removed, problems } = await run();
  expect(removed).toEqual({ keys: 1, webhooks: 1, orders: 6, pets: 20, categories: 1 });
  expect(before).toBe(0);
  expect(problems).toMatch(/ removed 29 of 29 at \d{4}-.*Z\.\n/);
  const states = async (...paths: string[]) =>
    Promise.all(paths.map(async (path) => (await ask(own, path)).status));
  const others = await states(`/pets/${kept.id}`, `/pets/${foreign.id}`);
  expect(others).toEqual(['available', 'available']);
  expect(await states('/categories/5', `/webhooks/${webhookId}`)).toEqual([404n, 404n]);
  const left = await call(`/pets?ids=${pets.map(({ id }) => id)}`, { key: own }, server);
  expect(left.body).toEqual([]);
  const orders = [...held, ...placed, sold].map(({ id }) => `/store/orders/${id}`);
  expect(await states(...orders)).toEqual([...Array(6).fill('cancelled'), 'completed']);
  const working = (await call('/keys', { key: own }, server)).text;
  expect([working.includes(stolen.id), working.includes(keyId)]).toEqual([true, false]);

  // Events tell of all that was removed.
  expect(await expectFoldedLogsOf(dataDir)).toMatchObject({ pets: 2 });
  await putCategory(own);
  const last = await run();
  expect(last.problems).toContain('Nothing was changed.');
  expect(last).toMatchObject({ found: {}, gone: 25 });
  expect(await ask(own, '/categories/5')).toMatchObject({ answer: 200 });
});

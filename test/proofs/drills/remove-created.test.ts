import { afterAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { type CallOptions, call } from '../../support/client.ts';
import { openEngine } from '../../support/engine.ts';
import { startFaultyEngine } from '../../support/faulty-engine.ts';
import { expectFoldedLogsOf } from '../../support/fold-log.ts';
import { createLimitedAccounts, HIGHEST } from '../../support/local-accounts.ts';
import { endLocalServers, startLocalServer } from '../../support/local-server.ts';
import { operator, resultOf, startOperator } from '../../support/operator.ts';
import { newSecret } from '../../support/stored-webhooks.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

const engine = await openEngine();
const faulty = await startFaultyEngine(engine.endpoint);
afterAll(async () => {
  endLocalServers();
  faulty.close();
  await engine.close();
});

test('what a stolen key created is removed, also by a run after one that was killed, and nothing else is', async () => {
  const dataDir = temporaryFolder();
  const env = { AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint };
  const server = await startLocalServer({ dataDir, env });
  const plans = { Shelter: HIGHEST, Customer: HIGHEST };
  const keys = await createLimitedAccounts(dataDir, plans, engine.endpoint);
  const [own = '', customer = ''] = ['Shelter', 'Customer'].map((name) => keys.get(name));
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
  // Not all at once: on a busy machine some would get 504.
  while (pets.length < 60) {
    const ten = Array.from({ length: 10 }, () => post(stolen.apiKey, '/pets', pet));
    pets.push(...(await Promise.all(ten)));
  }
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
    const { output, problems } = await operator([...words, ...more], { ...process.env, ...env });
    const { kinds, gone } = z
      .object({
        gone: z.number(),
        kinds: z.array(
          z.object({ what: z.string(), ids: z.array(z.string()), removed: z.number() }),
        ),
      })
      .parse(JSON.parse(output));
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

  let deletes = 0;
  faulty.choose(({ touches }) => {
    const isDelete = touches.some(
      ({ action, table }) => action === 'DeleteItem' && table === engine.tables.pets,
    );
    if (isDelete) deletes += 1;
    return deletes > 20 ? 'hang' : 'none';
  });
  const through = { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: faulty.endpoint };
  const child = startOperator(words, through);
  const killed = resultOf(child);
  await until(() => deletes > 20);
  child.kill('SIGKILL');
  expect((await killed).output).toBe('');

  const { gone: before, removed, problems } = await run();
  expect(removed).toMatchObject({ pets: 40, categories: 1 });
  expect(before).toBeGreaterThanOrEqual(20);
  expect(problems).toMatch(/ removed 4\d of 4\d at \d{4}-.*Z\.\n/);
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
  expect(await expectFoldedLogsOf(dataDir, engine.endpoint)).toMatchObject({ pets: 2 });
  await putCategory(own);
  const last = await run();
  expect(last.problems).toContain('Nothing was changed.');
  expect(last).toMatchObject({ found: {}, gone: 65 });
  expect(await ask(own, '/categories/5')).toMatchObject({ answer: 200 });
});

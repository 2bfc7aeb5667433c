import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, test } from '@jest/globals';
import { openLocalStage } from '../../../infra/operator/stage/local-stage.ts';
import { headKey } from '../../../lib/events/log-head.ts';
import { parseJson } from '../../../lib/values/json.ts';
import { type Pet, PetStore } from '../../../packages/client/src/index.ts';
import { emptyTable } from '../../support/copy-table.ts';
import { endLocalServers, startLocalServer } from '../../support/local-server.ts';
import { operator } from '../../support/operator.ts';
import { newSecret } from '../../support/stored-webhooks.ts';
import { startStubService } from '../../support/stub-service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

const dataDir = temporaryFolder();
const { output: printed, baseUrl, apiKey } = await startLocalServer({ dataDir });
const stage = await openLocalStage(dataDir);
const petStore = new PetStore({ baseUrl, apiKey });
const receiver = await startStubService();
afterAll(async () => {
  receiver.close();
  await stage[Symbol.asyncDispose]();
  endLocalServers();
});

const create = (name: string) => petStore.createPet({ name, categoryId: 7n });
const newest = async () => (await petStore.listEvents({ after: 'latest' })).after;
const delivered = () =>
  receiver.received
    .flatMap(({ body }) => Object(parseJson(body)))
    .map(({ position, data }) => ({ position, id: data.id }));

const restart = async (...words: readonly string[]) => {
  const command = ['events', 'restart', '--stage', 'local', '--data-dir', dataDir, '--json'];
  const { output, problems, status } = await operator([...command, ...words]);
  expect(status).toBe(0);
  return { ...Object(parseJson(output)), problems };
};

const expectExpired = async (...positions: readonly bigint[]) => {
  const expired = { status: 410, code: 'events_expired' };
  for (const after of positions) {
    await expect(petStore.listEvents({ after })).rejects.toMatchObject(expired);
    const orders = petStore.listEvents({ after, about: 'orders' });
    await expect(orders).rejects.toMatchObject(expired);
  }
};

test('damaged logs begin again: readers begin new copies, webhooks wait for their place, and all later changes are recorded', async () => {
  const copies = petStore.copyPets({ pause: 20 })[Symbol.asyncIterator]();
  /** The next state of the copy in which a pet has a name. There is none while nothing changes. */
  const copyWith = async (pet: Pet, name: string): Promise<ReadonlyMap<bigint, Pet>> => {
    const { value } = await copies.next();
    return value.get(pet.id)?.name === name ? value : copyWith(pet, name);
  };
  const [changed, deleted] = [await create('Rex'), await create('Tom')];
  await until(async () => (await newest()) === 2n);
  const first = await copyWith(deleted, 'Tom');
  expect(first.get(deleted.id)).toEqual(deleted);
  const { id } = await petStore.createWebhook({ url: receiver.url, secret: newSecret() });
  await create('Kit');
  await until(() => delivered().length === 1);

  // Nothing can be recorded without the head of the log.
  const Key = headKey('pets');
  await stage.client.send(new DeleteCommand({ TableName: stage.table('events'), Key }));
  await petStore.deletePet(deleted);
  await until(() => printed().includes('not_recorded'));
  const looked = await restart('--dry-run');
  expect(looked).toMatchObject({ items: 3n, problems: 'Nothing was changed.\n' });
  expect((await petStore.listEvents({ after: 0n })).items).toHaveLength(3);

  let restarting = true;
  const renames = (async () => {
    for (let nth = 0; restarting; nth += 1)
      await petStore.updatePet(changed.id, { name: `${nth}` });
  })();
  const restarted = await restart();
  expect(restarted).toMatchObject({ items: 3n, problems: expect.stringContaining('410') });
  expect(restarted.logs).toBe(looked.logs);
  restarting = false;
  await renames;
  await expectExpired(0n, 2n, 3n);

  const last = await petStore.getPet(changed.id);
  const copy = await copyWith(changed, last.name);
  expect(copy).not.toBe(first);
  expect(copy.has(deleted.id)).toBe(false);
  const later = () => petStore.listEvents({ after: restarted.position });
  // The last name can be read before its event is recorded, and is the last event of all.
  await until(async () => {
    const end = await newest();
    if (end === restarted.position) return false;
    const { items } = await petStore.listEvents({ after: end - 1n });
    return Object(items[0]?.data).name === last.name;
  });
  const { items, after } = await later();
  expect(items[0]?.position).toBe(restarted.position + 1n);

  await until(async () => (await petStore.getWebhook(id)).status === 'disabled');
  const webhook = await petStore.getWebhook(id);
  expect(webhook.delivered).toBe(3n);
  expect(webhook.failing).toMatchObject({ lastError: 'events_expired' });
  const position = await newest();
  await petStore.updateWebhook(id, { status: 'enabled', delivered: position });
  const ben = await create('Ben');
  await until(() => delivered().length === 2);
  expect(delivered()[1]).toEqual({ position: position + 1n, id: ben.id });
  expect(await copyWith(ben, 'Ben')).toBe(copy);

  // A log that is lost as a whole begins after all its positions, too.
  await emptyTable(stage.client, stage.table('events'));
  await restart();
  await expectExpired(after, position + 1n);
  const kim = await create('Kim');
  expect(await copyWith(kim, 'Kim')).not.toBe(copy);
  await copies.return?.();
});

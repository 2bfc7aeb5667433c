import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openLocalStage } from '../../../infra/operator/local-stage.ts';
import { headKey } from '../../../lib/events/log-head.ts';
import { type Pet, PetStore } from '../../../packages/client/src/index.ts';
import { endLocalServers, startLocalServer } from '../../support/local-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(async () => {
  endLocalServers();
  await folder.remove();
});

/** Makes the log about pets one whose events were recorded long ago, and are deleted. */
const expireEvents = async (newest: bigint): Promise<void> => {
  const stage = await openLocalStage(folder.path, process.env['AWS_ENDPOINT_URL_DYNAMODB']);
  const TableName = stage.table('events');
  const Item = { ...headKey('pets'), newest, days: { '2026-01-01': 1n } };
  await stage.client.send(new PutCommand({ TableName, Item }));
  for (let position = 1n; position <= newest; position += 1n) {
    await stage.client.send(new DeleteCommand({ TableName, Key: { log: 'pets', position } }));
  }
  await stage.close();
};

test('a copy that was not kept up for 30 days begins again, and misses nothing', async () => {
  const petStore = new PetStore(await startLocalServer({ dataDir: folder.path }));
  const create = (name: string) => petStore.createPet({ name, categoryId: 7n });
  const byId = (...pets: readonly Pet[]) => new Map(pets.map((pet) => [pet.id, pet]));
  const newestIs = (newest: bigint) =>
    until(async () => (await petStore.listEvents({ after: 'latest' })).after === newest);

  const [changed, deleted] = [await create('Rex'), await create('Tom')];
  await newestIs(2n);
  const copies = petStore.copyPets({ pause: 20 })[Symbol.asyncIterator]();
  const first = await copies.next();
  expect(first.value).toEqual(byId(changed, deleted));

  const renamed = await petStore.updatePet(changed, { name: 'Max' });
  await petStore.deletePet(deleted);
  const created = await create('Kim');
  await newestIs(5n);
  await expireEvents(5n);
  await expect(petStore.listEvents({ after: 2n })).rejects.toMatchObject({
    status: 410,
    code: 'events_expired',
  });

  const second = await copies.next();
  expect(second.value).toEqual(byId(renamed, created));
  expect(second.value).not.toBe(first.value);
  const last = await create('Ben');
  const third = await copies.next();
  expect(third.value).toEqual(byId(renamed, created, last));
  expect(third.value).toBe(second.value);
  await copies.return?.();
}, 120_000);

import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { readStates } from '../../../infra/operator/backfills/backfill-states.ts';
import { openLocalStage } from '../../../infra/operator/stage/local-stage.ts';
import { StoredPet, storedPet, toPet } from '../../../lib/pets/stored-pet.ts';
import { newRevision } from '../../../lib/revisions/revision.ts';
import { parseJson } from '../../../lib/values/json.ts';
import { type Pet, PetStore } from '../../../packages/client/src/index.ts';
import { itemsOf, putItems } from '../../support/copy-table.ts';
import { expectFoldedLogs } from '../../support/fold-log.ts';
import { HIGHEST, limitDemo } from '../../support/local-accounts.ts';
import { endLocalServers, startLocalServer } from '../../support/local-server.ts';
import { resultOf, startOperator } from '../../support/operator.ts';
import { statusShardOf } from '../../support/status-shard.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

/** Pets of the version before, and write units a second: each pet takes four. */
const COUNT = 600;
const RATE = 300;

const CLIENTS = 8;
const KILLS = 5;

const dataDir = temporaryFolder();
const { baseUrl, apiKey } = await startLocalServer({ dataDir });
const stage = await openLocalStage(dataDir);
await limitDemo(dataDir, HIGHEST);
const petStore = new PetStore({ baseUrl, apiKey });
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  endLocalServers();
});

/** Puts pets as a version did that did not know the attribute. */
const putOldPets = async (): Promise<void> => {
  const { id: accountId } = await petStore.getAccount();
  const pets = Array.from({ length: COUNT }, (_, nth) => {
    const rex = { id: BigInt(nth + 1), name: 'Rex', categoryId: 7n, status: 'available' } as const;
    const { statusShard: _new, ...old } = storedPet({ ...rex, accountId, revision: newRevision() });
    return old;
  });
  await putItems(stage.client, stage.table('pets'), pets);
  await putItems(stage.client, stage.table('counters'), [{ name: 'pets', value: COUNT }]);
  await until(async () => (await petStore.listEvents({ after: 'latest' })).after >= COUNT);
};

/**
 * A client that changes, orders, deletes and creates pets which no other client changes, always with the newest tag.
 * @returns what it knows of its pets at the end: undefined for those that it deleted, and how often pets changed
 */
const useService = async (ids: readonly bigint[], isOver: () => boolean) => {
  const known = new Map<bigint, Pet | undefined>();
  const alive = [...ids];
  // Their tags are from before the backfill.
  for (const id of ids.slice(0, 50)) known.set(id, await petStore.getPet(id));
  let changes = 0;
  for (let nth = 1; !isOver(); nth += 1) {
    const place = randomInt(alive.length);
    const id = alive[place] ?? 0n;
    const pet = known.get(id) ?? (await petStore.getPet(id));
    const kind = randomInt(10);
    if (kind === 0) {
      await petStore.deletePet(pet);
      alive.splice(place, 1);
      known.set(pet.id, undefined);
    } else if (kind < 3) {
      const created = await petStore.createPet({ name: 'New', categoryId: 7n });
      alive.push(created.id);
      known.set(created.id, created);
    } else if (kind < 6 && pet.status === 'available') {
      const order = await petStore.placeOrder({ petId: id });
      if (kind === 3) await petStore.completeOrder(order.id);
      else await petStore.cancelOrder(order.id);
      changes += 1;
      known.set(pet.id, { ...pet, status: kind === 3 ? 'sold' : 'available' });
    } else {
      known.set(pet.id, await petStore.updatePet(pet, { name: `${nth}` }));
    }
    changes += 1;
    await setTimeout(10);
  }
  return { known, changes };
};

const command = (...words: readonly string[]) =>
  startOperator(
    ['backfill', ...words, '--json', '--stage', 'local', '--data-dir', dataDir],
    process.env,
    'test/proofs/drills/backfill-program.ts',
  );
const start = () => command('statusShard', '--rate', `${RATE}`);
const list = async () => parseJson((await resultOf(command('list'))).output);

/** Runs it to its end, also if it is killed now and then. */
const run = async () => {
  const most = (COUNT * 4000) / RATE / (KILLS + 2);
  for (let nth = 1; nth <= KILLS; nth += 1) {
    const child = start();
    const ended = resultOf(child);
    await until(async () => (await readStates(stage))[0]?.runs.length === nth);
    await setTimeout(Math.random() * most);
    child.kill('SIGKILL');
    expect(await ended).toMatchObject({ status: null, output: '' });
  }
  return resultOf(start());
};

test('a backfill that is killed five times, while clients change, order, delete and create: all items have the attribute, and no write, tag or event is lost or repeated', async () => {
  await putOldPets();
  expect(await list()).toMatchObject([{ name: 'statusShard', status: 'never ran' }]);
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, (_, client) => {
    const ids = Array.from({ length: Math.floor(COUNT / CLIENTS) }, (_id, n) =>
      BigInt(n * CLIENTS + client + 1),
    );
    return useService(ids, () => isOver);
  });
  const { output, problems, status } = await run().finally(() => {
    isOver = true;
  });
  expect([problems, status]).toEqual([expect.stringMatching(/Done\.\n$/), 0]);
  const done = Object(parseJson(output));
  expect(done).toMatchObject({ name: 'statusShard', status: 'done', malformed: 0n });
  expect(done.runs).toHaveLength(KILLS + 1);
  expect(await list()).toMatchObject([done]);

  const known = await Promise.all(clients);
  const items = await itemsOf(stage.client, stage.table('pets'));
  const stored = new Map(items.map((item) => [item['id'], toPet(StoredPet.parse(item))]));
  expect(
    items.filter((item) => item['statusShard'] !== statusShardOf(StoredPet.parse(item))),
  ).toEqual([]);
  let changes = COUNT;
  for (const client of known) {
    changes += client.changes;
    for (const [id, pet] of client.known) expect(stored.get(id)).toEqual(pet);
  }
  // All events are there once, and none has no change: that would be a fault of its log.
  const { events, orders } = await expectFoldedLogs(stage);
  // Each order is placed and closed.
  expect(events).toBe(changes + 2 * orders);
}, 70_000);

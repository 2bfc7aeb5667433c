import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { parseJson } from '../../../lib/values/json.ts';
import { call } from '../../support/client.ts';
import { endLocalServers } from '../../support/local-server.ts';
import { newSecret } from '../../support/stored-webhooks.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';
import { type Received, startReceiver } from '../../support/webhook-receiver.ts';
import { type CrashingServer, startCrashingServer } from './crashing-server.ts';

jest.setTimeout(10 * 60_000);

/** A lease of 30 s, a sweep each minute, and the delivery. */
const GOES_ON_WITHIN_MS = 100_000;

/** Before each kill. */
const CHANGES = 10;
const KILLS = 2;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: CrashingServer;

beforeAll(async () => {
  folder = await temporaryFolder();
  server = await startCrashingServer({ dataDir: folder.path });
});
afterAll(async () => {
  endLocalServers();
  await folder.remove();
});

const positionsOf = ({ body }: Received): readonly bigint[] =>
  (parseJson(body) as readonly { readonly position: bigint }[]).map(({ position }) => position);

const createPet = async (name: string): Promise<void> => {
  const body = { name, categoryId: 1 };
  const { status } = await call('/pets', { method: 'POST', body }, await server.running());
  expect(status).toBe(201);
};

test('after kill -9 in the middle of deliveries they go on within 100 s: all, in order, one at a time', async () => {
  let hangs = false;
  let hanging: Received | undefined;
  const receiver = await startReceiver((delivery) => {
    if (!hangs) return 204;
    hanging = delivery;
    return undefined;
  });
  const body = { url: receiver.url, secret: newSecret() };
  const created = await call('/webhooks', { method: 'POST', body }, await server.running());
  expect(created.status).toBe(201);
  const { id, delivered } = created.body as { readonly id: string; readonly delivered: bigint };
  const goneOn: number[] = [];

  for (let kill = 0; kill < KILLS; kill += 1) {
    for (let change = 1; change < CHANGES; change += 1) await createPet(`${kill} ${change}`);
    hangs = true;
    await createPet(`${kill} hangs`);
    await until(() => hanging !== undefined);
    const seen = receiver.received.length;
    await server.crash();
    const from = Date.now();
    hangs = false;
    while (receiver.received.length === seen && Date.now() - from < 2 * GOES_ON_WITHIN_MS) {
      await setTimeout(50);
    }
    goneOn.push(Date.now() - from);
    const again = receiver.received[seen];
    expect([again?.id, again?.body]).toEqual([hanging?.id, hanging?.body]);
    hanging = undefined;
  }

  const log = async () => {
    const answer = await call(`/events?after=${delivered}&limit=100`, {}, await server.running());
    return (answer.body as readonly { readonly position: bigint }[]).map((each) => each.position);
  };
  const total = CHANGES * KILLS;
  await until(async () => (await log()).length === total);
  const last = delivered + BigInt(total);
  await until(async () => {
    const answer = await call(`/webhooks/${id}`, {}, await server.running());
    return (answer.body as { readonly delivered: bigint }).delivered === last;
  });

  const accepted = [...new Map(receiver.received.map((each) => [each.id, each])).values()];
  expect(accepted.flatMap(positionsOf)).toEqual(await log());
  expect(receiver.mostAtOnce()).toBe(1);
  process.stderr.write(`went on ${goneOn.join(', ')} ms after the start\n`);
  expect(Math.max(...goneOn)).toBeLessThan(GOES_ON_WITHIN_MS);
  receiver.close();
});

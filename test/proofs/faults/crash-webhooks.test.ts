import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, jest, test } from '@jest/globals';
import { parseJson } from '../../../lib/values/json.ts';
import { call } from '../../support/client.ts';
import { endLocalServers } from '../../support/local-server.ts';
import { newSecret } from '../../support/stored-webhooks.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';
import { type Received, startReceiver } from '../../support/webhook-receiver.ts';
import { startCrashingServer } from './crashing-server.ts';

jest.setTimeout(10 * 60_000);

/** A lease of 30 s, a sweep each minute, and the delivery. */
const GOES_ON_WITHIN_MS = 100_000;

/** Before each kill. */
const CHANGES = 10;
const KILLS = 2;

afterAll(endLocalServers);

const positionsOf = (events: unknown): readonly bigint[] =>
  (events as readonly { readonly position: bigint }[]).map(({ position }) => position);

test('after kill -9 in the middle of deliveries they go on within 100 s: all, in order, one at a time', async () => {
  const server = await startCrashingServer({ dataDir: (await temporaryFolder()).path });
  const ask = async (path: string, body?: unknown) => {
    const options = body === undefined ? {} : { method: 'POST', body };
    const answer = await call(path, options, await server.running());
    expect([200, 201]).toContain(answer.status);
    return answer.body;
  };
  const createPet = (name: string) => ask('/pets', { name, categoryId: 1 });
  let hangs = false;
  let hanging: Received | undefined;
  const receiver = await startReceiver((delivery) => {
    if (!hangs) return 204;
    hanging = delivery;
    return undefined;
  });
  type Webhook = { readonly id: string; readonly delivered: bigint };
  const created = await ask('/webhooks', { url: receiver.url, secret: newSecret() });
  const { id, delivered } = created as Webhook;
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

  const log = async () => positionsOf(await ask(`/events?after=${delivered}&limit=100`));
  const total = CHANGES * KILLS;
  await until(async () => (await log()).length === total);
  const last = delivered + BigInt(total);
  await until(async () => ((await ask(`/webhooks/${id}`)) as Webhook).delivered === last);

  const accepted = [...new Map(receiver.received.map((each) => [each.id, each])).values()];
  expect(accepted.flatMap(({ body }) => positionsOf(parseJson(body)))).toEqual(await log());
  expect(receiver.mostAtOnce()).toBe(1);
  process.stderr.write(`went on ${goneOn.join(', ')} ms after the start\n`);
  expect(Math.max(...goneOn)).toBeLessThan(GOES_ON_WITHIN_MS);
  receiver.close();
});

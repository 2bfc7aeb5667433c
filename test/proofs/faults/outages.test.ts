import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, jest, test } from '@jest/globals';
import { freePort } from '../../../infra/local/engine/engine-process.ts';
import { parseJson } from '../../../lib/values/json.ts';
import { PetStore } from '../../../packages/client/src/index.ts';
import { type CallOptions, call } from '../../support/client.ts';
import { endLocalServers, startLocalServer } from '../../support/local-server.ts';
import { newSecret } from '../../support/stored-webhooks.ts';
import { type Received, startStubService } from '../../support/stub-service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

jest.setTimeout(10 * 60_000);
afterAll(endLocalServers);

/** How a server ends or stops, and what its clock says later when it goes on: in minutes. */
const OUTAGES = [
  ['SIGKILL', 0],
  ['SIGTERM', 1],
  ['SIGKILL', 2 * 60],
  ['SIGSTOP', 23 * 60],
  ['SIGTERM', -2 * 60],
  ['SIGKILL', 65 * 60],
] as const;

/** A start sweeps at once. So does a minute, where a lease had not ended, or where no server started. */
const [START_S, MINUTE_S] = [20, 100];

interface PetEvent {
  readonly position: bigint;
  readonly data: { readonly name: string };
}

test('outages from none to 65 hours lose, double and forget nothing, also by a clock that goes back', async () => {
  const folder = temporaryFolder();
  const clock = join(folder, 'clock');
  let ahead = 0;
  const moveClock = (minutes: number) => {
    ahead += minutes * 60_000;
    writeFileSync(clock, String(ahead));
  };
  moveClock(0);
  const moved = join(import.meta.dirname, '../../support/moved-clock.js');
  // For the server, and for the processes that it starts.
  const env = { CLOCK_FILE: clock, NODE_OPTIONS: `--import ${moved}` };
  const port = await freePort();
  const options = ['--quickstart-port', '0'];
  const start = () => startLocalServer({ dataDir: join(folder, 'data'), port, env, options });
  let server = await start();
  const ask = async (path: string, options?: CallOptions) =>
    (await call(path, options, server)).body;

  const ending = new AbortController();
  const followed: bigint[] = [];
  const following = (async () => {
    const store = new PetStore({ baseUrl: server.baseUrl, apiKey: server.apiKey });
    const events = store.followEvents({}, { signal: ending.signal, pause: 100 });
    for await (const { position } of events) followed.push(position);
  })();

  let hangs = false;
  let hanging: Received | undefined;
  const receiver = await startStubService((delivery) => {
    if (!hangs) return 204;
    hanging ??= delivery;
    return undefined;
  });
  const body = { url: receiver.url, secret: newSecret() };
  const { id } = (await ask('/webhooks', { method: 'POST', body })) as { readonly id: string };

  /** Names of pets whose create was answered with 201. */
  const created = new Set<string>();
  const goneOn: Record<string, number> = {};
  for (const [signal, minutes] of OUTAGES) {
    const round = `${signal}, ${minutes} min`;
    let isOver = false;
    const clients = [1, 2, 3].map(async (client) => {
      for (let nth = 1; !isOver; nth += 1) {
        const name = `${round}: ${client}, ${nth}`;
        const pet = { method: 'POST', body: { name, categoryId: 1 } };
        // Where no answer comes, it may have taken effect or not.
        const status = await call('/pets', pet, server).then(
          (answer) => answer.status,
          () => 0,
        );
        if (status === 201) created.add(name);
      }
    });
    const before = created.size;
    await until(() => created.size >= before + 10);
    hangs = signal !== 'SIGSTOP';
    if (hangs) await until(() => hanging !== undefined);
    const seen = receiver.received.length;
    if (signal === 'SIGSTOP') {
      process.kill(server.pid, signal);
      moveClock(minutes);
      await setTimeout(2000);
      process.kill(server.pid, 'SIGCONT');
    } else {
      await server.stop(signal);
    }
    isOver = true;
    await Promise.all(clients);
    hangs = false;
    const from = performance.now();
    if (signal !== 'SIGSTOP') {
      moveClock(minutes);
      server = await start();
    }
    while (receiver.received.length === seen && performance.now() - from < 200_000) {
      await setTimeout(20);
    }
    goneOn[round] = Math.round((performance.now() - from) / 100) / 10;
    // What was under way comes again, the same.
    const again = receiver.received[seen];
    if (hanging) expect([again?.id, again?.body]).toEqual([hanging.id, hanging.body]);
    hanging = undefined;
    await call('/pets', { method: 'POST', body: { name: round, categoryId: 1 } }, server);
    created.add(round);
  }

  const log: PetEvent[] = [];
  const readOn = async (): Promise<boolean> => {
    const path = `/events?limit=100&after=${log.at(-1)?.position ?? 0n}`;
    const page = (await ask(path)) as readonly PetEvent[];
    log.push(...page);
    return page.length === 0 && log.some(({ data }) => data.name === 'SIGKILL, 3900 min');
  };
  await until(readOn);
  const newest = BigInt(log.length);
  const delivered = async () =>
    ((await ask(`/webhooks/${id}`)) as { readonly delivered: bigint }).delivered;
  await until(async () => (await delivered()) === newest);

  await until(() => followed.length >= log.length);
  ending.abort('enough');
  await expect(following).rejects.toBe('enough');
  const upToNewest = log.map((_, index) => BigInt(index + 1));
  expect(log.map(({ position }) => position)).toEqual(upToNewest);
  expect(followed).toEqual(upToNewest);
  const names = log.map(({ data }) => data.name);
  const got = [...new Map(receiver.received.map((each) => [each.id, each.body])).values()];
  const positions = got.flatMap((text) => parseJson(text) as readonly PetEvent[]);
  expect({
    lost: [...created].filter((name) => !names.includes(name)),
    doubled: names.length - new Set(names).size,
    behind: newest - (await delivered()),
  }).toEqual({ lost: [], doubled: 0, behind: 0n });
  expect(positions).toEqual(log);
  process.stderr.write(`${log.length} events; went on after s: ${JSON.stringify(goneOn)}\n`);
  for (const [round, seconds] of Object.entries(goneOn)) {
    expect(seconds).toBeLessThan(/, 0 min|SIGSTOP/.test(round) ? MINUTE_S : START_S);
  }
  receiver.close();
});

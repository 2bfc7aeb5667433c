import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { buildDeliver } from '../../functions/deliver-webhook/deliver.ts';
import { open as openDeliverWebhook } from '../../functions/deliver-webhook/handler.ts';
import { buildListStored } from '../../functions/deliver-webhook/list-stored.ts';
import { buildSend } from '../../functions/deliver-webhook/send.ts';
import { buildDeliveryStore, type Claim } from '../../functions/deliver-webhook/store.ts';
import { open as openListEvents } from '../../functions/list-events/handler.ts';
import { buildAppend } from '../../functions/record-events/sequencer.ts';
import type { WebhookPatch } from '../../functions/update-webhook/contract.ts';
import { wakeWebhooksHandler } from '../../functions/wake-webhooks/handler.ts';
import { buildWakeStore } from '../../functions/wake-webhooks/store.ts';
import { buildWaker } from '../../functions/wake-webhooks/wake.ts';
import { matchesFilter } from '../../infra/local/stream-pollers.ts';
import { type StreamFilter, WAKE_WEBHOOKS_SOURCES } from '../../infra/stacks/stream-sources.ts';
import type { Event } from '../../lib/events/event.ts';
import { headKey, logName } from '../../lib/events/log-head.ts';
import { withDeadline } from '../../lib/process/deadline.ts';
import { parseJson } from '../../lib/values/json.ts';
import type { WebhookItem, WebhookKey } from '../../lib/webhooks/stored-webhook.ts';
import { petUpdate } from '../support/event-logs.ts';
import { invoke, proxyEvent } from '../support/events.ts';
import { openTables } from '../support/open-tables.ts';
import { newSecret, webhookStorage } from '../support/stored-webhooks.ts';
import { type AnswerStub, type StubService, startStubService } from '../support/stub-service.ts';
import { until } from '../support/until.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const engine = await openTables();

const { client, tables } = engine;
let now = 0;
const clock = () => new Date(now);
const stored = webhookStorage(engine, clock);
const { patch, remove } = stored;
const append = buildAppend(client, tables);
const list = buildListStored(client, tables, clock);
const store = buildDeliveryStore(client, tables, clock);
const wakes = buildWakeStore(client, tables, { clock });
const send = buildSend(true);
const deliver = buildDeliver({ store, list, send, clock });
const deliverAll = (webhooks: readonly WebhookKey[]) => openDeliverWebhook(deliver)({ webhooks });

const receivers: StubService[] = [];
beforeEach(() => {
  // The index by log shows webhooks that were created before.
  now = Date.now() + 5 * MINUTE;
});
afterEach(() => {
  for (const receiver of receivers.splice(0)) receiver.close();
});

/** A webhook about the orders of a new account, where nothing has happened yet. */
const create = async (answer?: AnswerStub) => {
  const receiver = await startStubService(answer);
  receivers.push(receiver);
  const { accountId, id } = await stored.create({ url: receiver.url, about: 'orders' });
  return { receiver, webhook: { accountId, id, log: logName('orders', accountId) } };
};

/** One that has sent its empty array. */
const createIdle = async () => {
  const created = await create();
  await deliver(created.webhook);
  return created;
};

let changes = 0;
const record = async (log: string, count: number) => {
  const updates = Array.from({ length: count }, (_, nth) => petUpdate(7, changes + nth, log));
  await append(log, updates);
  changes += count;
};

const read = async (key: WebhookKey): Promise<WebhookItem> => {
  const item = await stored.read(key);
  if (item === undefined) throw new Error(`There is no webhook ${key.id}`);
  return item;
};

/** The positions of each delivery. */
const positions = ({ received }: StubService) =>
  received.map(({ body }) =>
    (parseJson(body) as readonly Event[]).map(({ position }) => Number(position)),
  );

/** What the stream of the logs says when a head has moved. */
const headMoved = (log: string) => ({
  Records: [{ dynamodb: { Keys: { log: { S: log }, position: { N: '0' } } } }],
});

/** The function that streams and a schedule invoke. What it invokes runs to its end. */
const openWaker = () => {
  const started: WebhookKey[] = [];
  const start = async (webhooks: readonly WebhookKey[]) => {
    started.push(...webhooks);
    await deliverAll(webhooks);
  };
  return { started, wake: wakeWebhooksHandler(buildWaker(wakes, start, clock)) };
};

describe('a delivery', () => {
  test('of nothing comes first, and then what GET /events answers, byte by byte', async () => {
    const { receiver, webhook } = await create();
    const { wake, started } = openWaker();
    const Keys = { accountId: { S: webhook.accountId }, id: { S: webhook.id } };
    await wake({ Records: [{ dynamodb: { Keys } }] });
    expect(positions(receiver)).toEqual([[]]);
    await record(webhook.log, 3);
    await wake(headMoved(webhook.log));
    expect(started).toEqual([webhook, webhook].map(({ accountId, id }) => ({ accountId, id })));

    const { accountId } = webhook;
    const query = { about: ['orders'], after: ['0'], limit: ['100'] };
    const { text } = await invoke(openListEvents(list), proxyEvent({ accountId, query }));
    expect(receiver.received[1]?.body).toBe(text);
    const item = await read(webhook);
    expect(item).toMatchObject({ status: 'enabled', delivered: 3n, due: undefined });
    for (const name of ['dueAt', 'lease', 'asked', 'pending', 'failing']) {
      expect(item).not.toHaveProperty(name);
    }
  });

  test('ends when its webhook is deleted, so that an account has no more of them than webhooks', async () => {
    const { receiver, webhook } = await create(() => undefined);
    const delivery = deliver(webhook);
    await until(() => receiver.received.length === 1);
    const from = performance.now();
    await remove(webhook);
    await delivery;
    expect(performance.now() - from).toBeLessThan(10_000);
  });
});

// Pauses are in delivery.test.ts; outages, wrong clocks, and receivers of all kinds in model.test.ts.
test('a webhook fails since the first failure after a success, also if its client changes it meanwhile', async () => {
  const statuses = [503, 503, 204, 204, 503];
  const { webhook } = await create(() => statuses.shift());
  const first = new Date(now).toISOString();
  for (const since of [first, first, undefined]) {
    await deliver(webhook);
    const { failing, dueAt } = await read(webhook);
    expect(failing?.since).toBe(since);
    if (failing) expect(dueAt).toBe(BigInt(Date.parse(failing.nextAttemptAt ?? '')));
    now += 12 * 60 * MINUTE;
    expect((await patch(webhook, { status: 'enabled' })).failing).toBeUndefined();
    await record(webhook.log, 1);
  }
  await deliver(webhook);
  await record(webhook.log, 1);
  await deliver(webhook);
  expect((await read(webhook)).failing?.since).toBe(new Date(now).toISOString());
});

test.each<[string, (webhook: WebhookKey & { readonly log: string }) => Promise<unknown>]>([
  [
    'account_closed',
    async ({ accountId, log }) => {
      await record(log, 2);
      return engine.put('accounts', { accountId, closedAt: '2026-11-23T08:00:00.000Z' });
    },
  ],
  ['events_expired', ({ log }) => stored.setLog(log, 5n, 20n)],
])('a webhook is disabled with %s, and gets nothing more', async (lastError, happen) => {
  const { receiver, webhook } = await createIdle();
  await happen(webhook);
  await deliver(webhook);
  expect(receiver.received).toHaveLength(1);
  expect(await read(webhook)).toMatchObject({
    status: 'disabled',
    delivered: 0n,
    due: undefined,
    log: undefined,
    failing: { attempts: 1n, lastError },
  });
});

test('a secret that was replaced signs for a day as well', async () => {
  const [former, secret] = [newSecret(), newSecret()];
  const webhook = await stored.create({ secret: former });
  await patch(webhook, { secret });
  expect(await store.secrets(webhook.id)).toEqual([secret, former]);
  now += DAY;
  expect(await store.secrets(webhook.id)).toEqual([secret]);
});

describe('an update of storage', () => {
  const claimOf = (webhook: WebhookItem, token: string): Claim => ({
    webhook,
    lease: { token, until: BigInt(now + 30_000) },
    pending: { id: `msg_${token}`, last: 1n, digest: token },
  });
  const failing = {
    since: '2026-11-23T08:00:00.000Z',
    attempts: 1n,
    lastStatus: 500n,
    nextAttemptAt: '2026-11-23T08:01:00.000Z',
  };
  /** What each does with a webhook that was read before. */
  const WRITES: Readonly<Record<string, (webhook: WebhookItem) => Promise<boolean>>> = {
    claim: (webhook) => store.claim(claimOf(webhook, 'second')),
    skip: (webhook) => store.skip(webhook, 9n),
    rest: (webhook) => store.rest(webhook),
    'rest for a while': (webhook) => store.rest(webhook, clock()),
    disable: (webhook) => store.disable(webhook, 'account_closed'),
  };
  /** What another does meanwhile. Each changes one of the two attributes that each write compares. */
  const MEANWHILE: readonly ((webhook: WebhookItem) => Promise<unknown>)[] = [
    (webhook) => wakes.wake(webhook),
    (webhook) => patch(webhook, { url: 'https://other.example/' }),
    (webhook) => store.rest(webhook),
  ];
  const createUnused = () => stored.create({ about: 'orders' });

  test.each(Object.entries(WRITES))(
    '%s has no effect after a wake, a patch or a rest',
    async (_name, write) => {
      for (const change of MEANWHILE) {
        const key = await createUnused();
        const before = await read(key);
        await change(before);
        const after = await read(key);
        expect(await write(before)).toBe(false);
        expect(await read(key)).toEqual(after);
        // The same write takes effect where it is of what is stored.
        expect(await write(after)).toBe(true);
      }
    },
  );

  test('only the holder of the lease ends a delivery', async () => {
    const key = await createUnused();
    await store.rest(await read(key));
    const before = await read(key);
    const mine = claimOf(before, 'mine');
    await store.claim(mine);
    const claimed = await read(key);
    const { lease, pending } = mine;
    expect(claimed).toMatchObject({ lease, pending, due: 'due', dueAt: lease.until });
    // The same delivery, repeated.
    const theirs = { ...claimOf(before, 'theirs'), pending };
    const ends = [store.accept(theirs), store.fail(theirs, { failing }), store.release(theirs)];
    expect(await Promise.all(ends)).toEqual([false, false, false]);
    expect(await read(key)).toEqual(claimed);
    expect(await store.accept(mine)).toBe(true);
    expect(await store.release(mine)).toBe(false);
  });

  test.each<[string, WebhookPatch, boolean]>([
    ['url', { url: 'https://other.example/' }, true],
    ['status', { status: 'disabled' }, true],
    ['types', { types: ['order.placed'] }, false],
    ['delivered', { delivered: 0n }, false],
  ])(
    'a change of %s meanwhile leaves nothing of a failure, and counts a success: %j, %p',
    async (_name, members, counts) => {
      const key = await createUnused();
      const mine = claimOf(await read(key), 'mine');
      await store.claim(mine);
      await patch(key, members);
      const patched = await read(key);
      expect(await store.fail(mine, { failing })).toBe(false);
      expect(await read(key)).toEqual(patched);
      expect(await store.accept(mine)).toBe(counts);
      if (!counts) await store.release(mine);
      const after = await read(key);
      expect(after).toMatchObject({ delivered: counts ? 1n : 0n, status: patched.status });
      expect([after.lease, after.dueAt]).toEqual([undefined, patched.dueAt]);
    },
  );
});

test('a wake finds the enabled webhooks of a log, and starts those that are idle', async () => {
  const { receiver, webhook } = await createIdle();
  const { accountId } = webhook;
  const another = () => stored.create({ url: receiver.url, about: 'orders', accountId });
  const others = [await another(), await another(), await another()] as const;
  const [leased, failed, disabled] = others;
  await stored.set(leased, { lease: { token: 'other', until: BigInt(now + 9_000) } });
  await stored.set(failed, {
    failing: { since: new Date(now).toISOString(), attempts: 1n, lastStatus: 500n },
  });
  await patch(disabled, { status: 'disabled' });
  const before = await Promise.all(others.map(read));
  const { wake, started } = openWaker();
  await wake(headMoved(webhook.log));
  expect(started).toEqual([{ accountId, id: webhook.id }]);
  expect(await Promise.all(others.map(read))).toEqual(before);
});

test('a start is begun before the deadline only', async () => {
  const waker = buildWaker(wakes, async () => {}, clock);
  const startAll = () => waker.startAll([{ accountId: 'acct_1', id: 'whk_1' }]);
  await withDeadline(new AbortController().signal, startAll);
  await expect(withDeadline(AbortSignal.abort(), startAll)).rejects.toThrow('aborted');
});

test('heads of logs with a webhook, and webhooks that ask, pass the filters of wakeWebhooks, and nothing else does', async () => {
  const { events, webhooks } = Object.fromEntries(WAKE_WEBHOOKS_SOURCES.tables);
  if (!events || !webhooks) throw new Error('Both have a filter');
  /** What is stored in a table, as records of a stream have it, and passes. */
  const passing = async (TableName: string, filter: StreamFilter) =>
    (await client.send(new ScanCommand({ TableName, ConsistentRead: true }))).Items?.filter(
      (NewImage) => matchesFilter({ dynamodb: { NewImage } }, filter),
    );
  const { webhook } = await create();
  const { id, log } = webhook;
  await record(log, 1);
  await record('orders#acct_without', 1);
  const heads = await passing(tables.events, events);
  expect(heads).toContainEqual(expect.objectContaining({ log: { S: log } }));
  expect(heads?.filter((head) => head['position']?.N !== '0')).toEqual([]);
  expect(heads?.filter((head) => head['log']?.S === 'orders#acct_without')).toEqual([]);
  const asking = async () =>
    (await passing(tables.webhooks, webhooks))?.map((item) => item['id']?.S);
  expect(await asking()).toContain(id);
  await deliver(webhook);
  expect(await asking()).not.toContain(id);
  // A webhook that asked was deleted.
  const gone = { OldImage: { asked: { BOOL: true } } };
  expect(matchesFilter({ dynamodb: gone }, webhooks)).toBe(false);
});

test('a webhook that has just been enabled is looked at again, when the index shows it', async () => {
  now = Date.now();
  const { receiver, webhook } = await createIdle();
  const later = Number((await read(webhook)).dueAt) - now;
  expect(later).toBe(MINUTE + 10_000);
  await record(webhook.log, 1);
  now += later;
  await openWaker().wake({});
  expect(positions(receiver)).toEqual([[], [1]]);
  now += later;
  await openWaker().wake({});
  expect(await read(webhook)).toMatchObject({ due: undefined });
});

describe('a webhook at rest behind its log, whose wake was given up,', () => {
  const atRest = async () => {
    const { receiver, webhook } = await createIdle();
    now += 2 * MINUTE;
    await deliver(webhook);
    await record(webhook.log, 1);
    expect(await read(webhook)).toMatchObject({ due: undefined, delivered: 0n });
    return { receiver, webhook };
  };

  test('is found by exactly one sweep of an hour, however late that begins', async () => {
    now = Date.now();
    const { receiver, webhook } = await atRest();
    const minutes = Array.from({ length: 60 }, (_, nth) => new Date(now + nth * MINUTE));
    const slices = await Promise.all(minutes.map((minute) => wakes.slice(minute)));
    const found = minutes.filter((_, nth) => slices[nth]?.some(({ id }) => id === webhook.id));
    expect(found).toHaveLength(1);
    const figures = await buildWaker(wakes, async () => {}, clock).sweep(found[0] ?? clock());
    expect(figures.behind).toBeGreaterThan(0);
    await openWaker().wake({ time: found[0]?.toISOString() });
    expect(positions(receiver)).toEqual([[], [1]]);
  });

  test('is started by its sweep, also if another log and another webhook are malformed', async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    const { receiver, webhook } = await atRest();
    const [malformed, ofMalformedLog] = [await atRest(), await atRest()];
    await stored.set(malformed.webhook, { delivered: 'none' as never });
    await engine.put('events', { ...headKey(ofMalformedLog.webhook.log), newest: 'none' });
    const all = buildWakeStore(client, tables, { clock, slices: 1 });
    await expect(buildWaker(all, deliverAll, clock).sweep(clock())).rejects.toThrow('newest');
    expect(positions(receiver)).toEqual([[], [1]]);
    expect(await stored.read(webhook)).toMatchObject({ delivered: 1n });
    await Promise.all([remove(malformed.webhook), remove(ofMalformedLog.webhook)]);
  });
});

test('webhooks of one invocation do not wait for each other, and one that cannot be read fails it at the end', async () => {
  const lines = jest.spyOn(console, 'error').mockReturnValue();
  const delivered = Promise.withResolvers<void>();
  const malformed = await create();
  const slow = await create(() => delivered.promise.then(() => 204));
  const quick = await create(() => {
    if (quick.receiver.received.length === 3) delivered.resolve();
    return 204;
  });
  await stored.set(malformed.webhook, { delivered: 'none' as never });
  await record(quick.webhook.log, 150);
  const delivery = deliverAll([malformed.webhook, slow.webhook, quick.webhook]);
  await expect(delivery).rejects.toThrow('delivered');
  const all = Array.from({ length: 150 }, (_, nth) => nth + 1);
  expect(positions(quick.receiver)).toEqual([[], all.slice(0, 100), all.slice(100)]);
  expect(positions(slow.receiver)).toEqual([[]]);
  expect(malformed.receiver.received).toEqual([]);
  expect((await read(slow.webhook)).pending).toBeUndefined();
  expect(lines.mock.calls).toEqual([[expect.stringContaining(malformed.webhook.id)]]);
});

test.each([
  [45, [20, 20, 5]],
  [20, [20]],
  [0, []],
])('%i webhooks that have work are started in invocations of %p', async (count, sizes) => {
  const started: number[] = [];
  const start = async (each: readonly unknown[]) => void started.push(each.length);
  const keys = Array.from({ length: count }, (_, nth) => ({ accountId: 'acct_1', id: `${nth}` }));
  await buildWaker(wakes, start).startAll(keys);
  expect(started.sort((one, other) => other - one)).toEqual(sizes);
});

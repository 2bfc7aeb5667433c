import { setImmediate } from 'node:timers/promises';
import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { buildDeliver } from '../../../../functions/deliver-webhook/deliver.ts';
import type { Answer, Send } from '../../../../functions/deliver-webhook/send.ts';
import { buildDeliveryStore } from '../../../../functions/deliver-webhook/store.ts';
import type { WebhookPatch } from '../../../../functions/update-webhook/contract.ts';
import { buildUpdateWebhook } from '../../../../functions/update-webhook/store.ts';
import { buildWakeStore } from '../../../../functions/wake-webhooks/store.ts';
import { buildWaker } from '../../../../functions/wake-webhooks/wake.ts';
import type { Event } from '../../../../lib/events/event.ts';
import type { ListEvents } from '../../../../lib/events/list-events.ts';
import { headKey } from '../../../../lib/events/log-head.ts';
import { TIME_BUDGET } from '../../../../lib/process/time-budget.ts';
import { waitForAll } from '../../../../lib/process/wait-for-all.ts';
import { parseJson } from '../../../../lib/values/json.ts';
import {
  enabledAttributes,
  pendingOf,
  WebhookItem,
  type WebhookKey,
} from '../../../../lib/webhooks/stored-webhook.ts';
import type { WebhookStatus } from '../../../../lib/webhooks/webhook.ts';
import {
  createMemoryStorage,
  drawFault,
  type Item,
  runUntilDone,
} from '../../../support/memory-storage.ts';

/** For a longer search: MODEL_RUNS=2000. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 20);

jest.setTimeout(Math.max(RUNS * 1000, 60_000));

const isStatus = (text: string): text is WebhookStatus => text === 'enabled' || text === 'disabled';

const UPDATED = { events: 'events', webhooks: 'webhooks', webhookSecrets: 'webhookSecrets' };
const TABLES = { accounts: 'accounts', webhooks: 'webhooks', webhookSecrets: 'webhookSecrets' };
const MINUTE = 60_000;
/** A timer's longest time. */
const NEVER = 2 ** 31 - 1;
/** Clocks that are wrong, in ms: by 2 hours, and by 42 days. */
const WRONG = [120, -120, 42 * 24 * 60].map((minutes) => minutes * MINUTE);
/** What work may fail with. */
const FORESEEN =
  /^(Error: (storage|stopped|not invoked)|StorageTimeoutError|StorageUnavailableError|RequestError)/;
const TYPES = ['pet.created', 'pet.updated', 'pet.deleted'] as const;

/** What a receiver does with a request. */
const receiver = fc.oneof(
  { weight: 10, arbitrary: fc.constant('accepts' as const) },
  { weight: 3, arbitrary: fc.constant('fails' as const) },
  { weight: 2, arbitrary: fc.constant('answer-lost' as const) },
  { weight: 2, arbitrary: fc.constant('hangs' as const) },
  { weight: 2, arbitrary: fc.constant('stops-us' as const) },
  { weight: 2, arbitrary: fc.constant('stops-us-accepted' as const) },
  { weight: 1, arbitrary: fc.constant('gone' as const) },
);

const callFault = drawFault(8, 'refused', 'lost', 'late', 'stopped', 'stopped-before');

/** What happens to the world. Streams and schedules then do their part. */
const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('record' as const),
      types: fc.array(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('sweep' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('patch' as const),
      webhook: fc.nat(),
      member: fc.constantFrom('url', 'types', 'delivered', 'disabled', 'enabled', 'delete'),
      value: fc.nat(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('wait' as const), ms: fc.nat(2 * MINUTE) }),
  },
);

/** What happens at once. Then all may come to rest, and time may go by. */
const round = fc.record({
  actions: fc.array(fc.tuple(action, fc.nat(60)), { minLength: 1, maxLength: 4 }),
  settles: fc.boolean(),
  // An outage: nothing runs meanwhile.
  passes: fc.constantFrom(0, MINUTE, 90 * MINUTE, 65 * 60 * MINUTE),
});

/** What a receiver must get: each event after `seen` that its types take. It changes with its webhook. */
interface Owed {
  seen: bigint;
  types: readonly string[] | undefined;
  /** Deliveries that the client has replaced. One may be on its way. */
  readonly replaced: Set<string>;
  readonly bodies: Map<string, string>;
  readonly accepted: Set<string>;
  requests: number;
}

test('deliverers, wakes and sweeps that run at once, stop and come late bring each receiver its log, one request at a time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(round, { minLength: 1, maxLength: 8, size: 'max' }),
      fc.array(callFault, { maxLength: 80, size: 'max' }),
      fc.array(receiver, { minLength: 10, maxLength: 30, size: 'max' }),
      // How long calls take: others do much meanwhile, and time goes by.
      fc.array(fc.constantFrom(0, 0, 0, 1, 3, 12), { minLength: 7, maxLength: 31 }),
      fc.array(fc.constantFrom(0, 0, 0, 0, 1, 1, 20, 900, 4_000), { minLength: 7, maxLength: 31 }),
      fc.integer({ min: 1, max: 3 }),
      fc.boolean(),
      // How far the clocks of invocations are ahead.
      fc.oneof(
        fc.constant([0]),
        fc.array(fc.constantFrom(0, 0, ...WRONG), { minLength: 3, maxLength: 9 }),
      ),
      async (scheduler, rounds, faults, modes, delays, ticks, webhooks, givesUp, ahead) => {
        let now = Date.parse('2026-11-23T08:00:00.000Z');
        let friendly = false;
        const timers = new Set<{ readonly at: number; readonly end: () => void }>();
        const pass = (ms: number): void => {
          now += ms;
          for (const timer of timers) if (timer.at <= now) timer.end();
        };
        let turns = 0;
        const turn = async (label: string): Promise<void> => {
          turns += 1;
          const nth = turns;
          const rounds = friendly ? 0 : (delays[nth % delays.length] ?? 0);
          for (let left = rounds; left >= 0; left -= 1) {
            await scheduler.schedule(Promise.resolve(), label);
            await setImmediate();
          }
          pass(friendly ? 1 : (ticks[nth % ticks.length] ?? 0));
        };
        const clock = () => now;
        let clocks = 0;
        const isRight = ahead.every((ms) => ms === 0);
        /** The clock of one invocation. */
        const ownClock = () => {
          clocks += 1;
          const ms = friendly ? 0 : (ahead[clocks % ahead.length] ?? 0);
          return () => new Date(now + ms);
        };
        const storage = createMemoryStorage(turn, clock, () =>
          friendly ? 0 : (turns * 7_919) % MINUTE,
        );
        const left = faults.values();
        const nextFault = () => (friendly ? 'none' : (left.next().value ?? 'none'));
        let sent = 0;
        const nextMode = () => {
          sent += 1;
          return friendly ? 'accepts' : (modes[sent % modes.length] ?? 'accepts');
        };

        const log: Event[] = [];
        const list: ListEvents = async ({ after, limit }) => {
          await turn('list');
          const first = Number(after);
          const events = log.slice(first, first + limit);
          // Much may be recorded before who reads it goes on.
          for (let waits = (turns * 3) % 8; waits >= 0; waits -= 1) await turn('listed');
          return { events, next: BigInt(first + events.length) };
        };

        const owed = new Map<string, Owed>();
        const faultsFound: string[] = [];
        const check = (holds: boolean, what: string): void => {
          if (!holds) faultsFound.push(what);
        };
        const takes = (types: readonly string[] | undefined, { type }: Event): boolean =>
          types === undefined || types.includes(type);
        const missing = ({ seen: from, types }: Owed, to: bigint): readonly Event[] =>
          log.filter(
            (event) => event.position > from && event.position <= to && takes(types, event),
          );

        const stateOf = (key: WebhookKey) => {
          const item = storage.get('webhooks', { accountId: key.accountId, id: key.id });
          return item && WebhookItem.parse(item);
        };

        /** A receiver takes a delivery. */
        const accept = (id: string, delivery: string, body: string): void => {
          const state = owed.get(id);
          if (state === undefined) return;
          const isNew = !state.accepted.has(delivery);
          state.accepted.add(delivery);
          if (!isNew || state.replaced.has(delivery)) return;
          const events = parseJson(body) as readonly Event[];
          const last = events.at(-1)?.position ?? state.seen;
          const expected = missing(state, last).map(({ position }) => position);
          const got = events.map(({ position }) => position);
          check(`${got}` === `${expected}`, `${id} got ${got} in place of ${expected}`);
          if (last > state.seen) state.seen = last;
        };

        const sendFor =
          (stop: () => void): Send =>
          ({ url, id: delivery, body }) =>
            new Promise<Answer>((resolve) => {
              const id = url.split('/').at(-1) ?? '';
              const state = owed.get(id);
              if (state === undefined) throw new Error(`Nobody receives for ${url}`);
              state.requests += 1;
              // Who believes that a lease is over sends too.
              const isOnly = state.requests === 1 || !isRight;
              check(isOnly, `${state.requests} requests at once for ${id}`);
              check((state.bodies.get(delivery) ?? body) === body, `${delivery} has other bytes`);
              state.bodies.set(delivery, body);
              const stored = stateOf({ accountId: 'acct_1', id });
              const next = stored?.failing?.nextAttemptAt;
              const isDue = !isRight || next === undefined || Date.parse(next) <= now;
              check(isDue, `${id} is tried too early`);
              const mode = nextMode();
              let isOver = false;
              const end = (answer?: Answer): void => {
                if (isOver) return;
                isOver = true;
                timers.delete(timer);
                state.requests -= 1;
                if (answer !== undefined) resolve(answer);
                else stop();
              };
              const timer = { at: now + 15_000, end: () => end({ error: 'timeout' }) };
              timers.add(timer);
              void (async () => {
                // Receivers take their time: others do much meanwhile.
                for (let waits = (sent * 7) % 9; waits >= 0; waits -= 1) await turn('request');
                if (isOver) return;
                if (mode === 'accepts' || mode === 'answer-lost' || mode === 'stops-us-accepted') {
                  accept(id, delivery, body);
                }
                for (let waits = (sent * 5) % 7; waits >= 0; waits -= 1) await turn('response');
                if (mode === 'hangs') return pass(15_000);
                if (mode === 'stops-us' || mode === 'stops-us-accepted') return end();
                if (mode === 'answer-lost') return end({ error: 'connection_failed' });
                end({ status: { accepts: 200, fails: 500, gone: 410 }[mode] });
              })();
            });

        const running = new Set<Promise<void>>();
        /** Runs something that may fail or be stopped as Lambda runs a function. */
        const run = (
          work: (client: ReturnType<typeof storage.client>, stop: () => void) => Promise<void>,
        ): Promise<boolean> => {
          let stop: () => void = () => {};
          const stopped = new Promise<never>((_, reject) => {
            stop = () => reject(new Error('stopped'));
          });
          const outcome = Promise.race([stopped, work(storage.client(nextFault, stop), stop)]).then(
            () => true,
            (error: unknown) => {
              if (!FORESEEN.test(String(error))) throw error;
              return false;
            },
          );
          const tracked: Promise<void> = outcome
            .then(() => {})
            .finally(() => running.delete(tracked));
          running.add(tracked);
          return outcome;
        };

        const start = async (keys: readonly WebhookKey[]): Promise<void> => {
          const fault = nextFault();
          await turn('invoke');
          if (fault === 'refused') throw new Error('not invoked');
          // An invocation that waits for too long is dropped.
          if (!friendly && turns % 5 < 2) return;
          const invoke = () =>
            run(async (client, stop) => {
              const own = ownClock();
              const store = buildDeliveryStore(client, TABLES, own);
              const parts = { store, list, send: sendFor(stop), clock: own, lookEvery: NEVER };
              await waitForAll(keys.map(buildDeliver(parts)));
            });
          void invoke();
          // It may run twice.
          if (fault === 'lost' || turns % 2 === 0) void invoke();
          if (fault === 'lost') throw new Error('not invoked');
        };

        const waker = (client: ReturnType<typeof storage.client>) => {
          const own = ownClock();
          const store = buildWakeStore(client, UPDATED, { clock: own, slices: 1 });
          // Where nothing is given up and clocks are right, what is due has to suffice.
          const all = givesUp || !isRight ? store : { ...store, slice: async () => [] };
          return buildWaker(all, start, own);
        };
        /** A stream sends its batch until it is taken. */
        const untilTaken = async (
          work: (client: ReturnType<typeof storage.client>) => Promise<void>,
        ): Promise<void> => {
          let taken = false;
          while (!taken) taken = await run(work);
        };

        const ask = (key: WebhookKey) => untilTaken((client) => waker(client).startAll([key]));

        const keys = Array.from({ length: webhooks }, (_, nth) => ({
          accountId: 'acct_1',
          id: `whk_${nth}`,
        }));
        storage.put('accounts', { accountId: 'acct_1' }, { accountId: 'acct_1' });
        for (const key of keys) {
          const none = {
            replaced: new Set<string>(),
            bodies: new Map(),
            accepted: new Set<string>(),
          };
          owed.set(key.id, { ...none, seen: 0n, types: undefined, requests: 0 });
          storage.put('webhookSecrets', { webhookId: key.id }, { secret: 'whsec_' });
          storage.put('webhooks', key, {
            ...key,
            url: `https://example.com/${key.id}`,
            about: 'pets',
            status: 'enabled',
            delivered: 0n,
            createdAt: '',
            revision: `${key.id} created`,
            enabledAt: now,
            asked: true,
            pending: pendingOf(0n, '[]'),
            ...enabledAttributes({ ...key, about: 'pets' }, new Date(now)),
          });
        }

        // Some begin with webhooks that were created long ago.
        if (delays.length % 4 > 0) pass(60 * MINUTE);

        /** Sends what the client asks for until storage answers, as clients do. */
        const patch = async (key: WebhookKey, member: string, value: number): Promise<void> => {
          const state = owed.get(key.id);
          if (state === undefined || storage.get('webhooks', key) === undefined) return;
          if (member === 'delete') {
            if (value % 4 > 0) return;
            storage.put('webhooks', key, undefined);
            storage.put('webhookSecrets', { webhookId: key.id }, undefined);
            return;
          }
          const [chosen = 'pet.created'] = TYPES.slice(value % 3);
          const body: WebhookPatch = {
            ...(member === 'url' && { url: `https://example.com/${value}/${key.id}` }),
            ...(member === 'types' && { types: value % 4 === 0 ? null : [chosen] }),
            ...(member === 'delivered' && { delivered: BigInt(value % (log.length + 1)) }),
            ...(isStatus(member) && { status: member }),
          };
          const replaces = member === 'types' || member === 'delivered';
          const change = { accountId: key.accountId, ifMatch: undefined };
          const onUpdate = (before: Item, after: Item): void => {
            if (!replaces) return;
            const { pending } = WebhookItem.parse(before);
            const { types, delivered } = WebhookItem.parse(after);
            if (pending !== undefined) state.replaced.add(pending.id);
            Object.assign(state, { types, seen: delivered });
          };
          await run(async (_client, stop) => {
            const client = storage.client(nextFault, stop, onUpdate);
            await buildUpdateWebhook(client, UPDATED, ownClock())(key.id, body, change, 'key_1');
          });
          // The stream tells of it wherever it was written.
          if (storage.get('webhooks', key)?.['asked'] === true) await ask(key);
        };

        const record = (types: readonly (typeof TYPES)[number][]): void => {
          const createdAt = '2026-11-23T08:00:00.000Z';
          const data = { id: 1n, name: 'Rex', categoryId: 1n, status: 'available' } as const;
          for (const type of types) {
            log.push({ position: BigInt(log.length + 1), type, createdAt, data });
          }
          const head = { newest: BigInt(log.length), days: { '2026-11-23': 1n } };
          storage.put('events', headKey('pets'), { ...headKey('pets'), ...head });
        };

        /** As `recordEvents` does it: it looks for webhooks, and appends a while later. If that takes too long it begins again. */
        const findBeforeAppend = async (): Promise<boolean> => {
          const client = storage.client(() => 'none');
          const store = buildWakeStore(client, UPDATED);
          for (let isSlow = turns % 2 > 0; ; isSlow = false) {
            const begun = now;
            const found = await store.ofLog('pets');
            if (isSlow) pass((turns * 104_729) % TIME_BUDGET.operation);
            await turn('append');
            if (now - begun <= TIME_BUDGET.invocation) return found.length > 0;
          }
        };

        const act = async ([each, later]: (typeof rounds)[number]['actions'][number]) => {
          for (let waits = later; waits >= 0; waits -= 1) await turn(each.does);
          if (each.does === 'wait') return pass(each.ms);
          if (each.does === 'record') {
            const found = await findBeforeAppend();
            record(each.types);
            if (!found) return;
            if (givesUp && each.types.length % 2 === 0) return;
            return untilTaken((client) => waker(client).wakeLogs(['pets']));
          }
          if (each.does === 'sweep') {
            pass(MINUTE);
            await run(async (client) => void (await waker(client).sweep(new Date(now))));
            return;
          }
          const key = keys[each.webhook % keys.length];
          if (key !== undefined) await patch(key, each.member, each.value);
        };

        const settle = async (): Promise<void> => {
          while (running.size > 0) await Promise.all(running);
        };

        await runUntilDone(
          scheduler,
          (async () => {
            const acting: Promise<unknown>[] = keys.map(ask);
            for (const { actions, settles, passes } of rounds) {
              acting.push(...actions.map(act));
              if (!settles) continue;
              await Promise.all(acting);
              await settle();
              pass(passes);
              await run(async (client) => void (await waker(client).sweep(new Date(now))));
            }
            await Promise.all(acting);
            await settle();
            friendly = true;
            // What is under way with nobody: late writes.
            for (let idle = 0; idle < 100; idle += 1) await turn('idle');
            if (givesUp) record(['pet.created']);
            for (let sweeps = 0; sweeps < 3; sweeps += 1) {
              pass(2 * 60 * MINUTE);
              await run(async (client) => void (await waker(client).sweep(new Date(now))));
              await settle();
            }
          })(),
        );

        for (const key of keys) {
          const state = owed.get(key.id);
          const stored = stateOf(key);
          if (state === undefined || stored === undefined) continue;
          const end = BigInt(log.length);
          if (stored.status === 'disabled') {
            check(stored.dueAt === undefined, `${key.id} is due though it is disabled`);
            check(missing(state, stored.delivered).length === 0, `${key.id} went too far`);
            continue;
          }
          check(stored.delivered === end, `${key.id} is at ${stored.delivered} of ${end}`);
          check(missing(state, end).length === 0, `${key.id} did not get everything`);
          check(stored.dueAt === undefined, `${key.id} is still due`);
          check(stored.lease === undefined, `${key.id} has a lease`);
          check(stored.pending === undefined, `${key.id} has a delivery`);
        }
        expect(faultsFound).toEqual([]);
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
});

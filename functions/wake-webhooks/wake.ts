import { type Clock, systemClock } from '../../lib/process/clock.ts';
import { checkDeadline } from '../../lib/process/deadline.ts';
import { isHeld, latestDue, type WebhookKey } from '../../lib/webhooks/stored-webhook.ts';
import type { WakeStore } from './store.ts';

/** Calls that are under way at once. */
const WIDTH = 50;

/** Webhooks that one invocation delivers to, side by side. */
const MOST_STARTED = 20;

/** Starts deliveries to these webhooks, and does not wait for them. */
export type Start = (keys: readonly WebhookKey[]) => Promise<void>;

/**
 * Finds webhooks that have something to do, and starts their deliveries. Each function does all that it can before it
 * throws the first error.
 * @throws StorageError, the errors of `start`, and what the deadline was aborted with
 */
export const buildWaker = (store: WakeStore, start: Start, clock: Clock = systemClock) => {
  /** Starts deliveries to all webhooks that work finds, also if it fails then. */
  const startFound = async (
    find: (found: (key: WebhookKey) => Promise<void>) => Promise<void>,
  ): Promise<void> => {
    const group: WebhookKey[] = [];
    const startGroup = async (): Promise<void> => {
      const keys = group.splice(0);
      if (keys.length > 0) await start(keys);
    };
    try {
      await find(async ({ accountId, id }) => {
        group.push({ accountId, id });
        if (group.length === MOST_STARTED) await startGroup();
      });
    } finally {
      await startGroup();
    }
  };

  /** Finds those of a minute's slice that nothing else would start. */
  const findBehind = async (
    minute: Date,
    found: (key: WebhookKey) => Promise<void>,
  ): Promise<void> => {
    const wakeOne = async (webhook: WebhookKey): Promise<void> => {
      await store.wake(webhook);
      // Also where it is not woken: it may be failing, or have a lease that has ended.
      await found(webhook);
    };
    const now = clock();
    const webhooks = await store.slice(minute);
    const idle = webhooks.filter(({ failing, lease }) => !failing && !isHeld(lease, now));
    const logs = Map.groupBy(idle, ({ log }) => log);
    const startLate = () =>
      forEach(logs, async ([log, ofLog]) => {
        const newest = await store.newest(log);
        const late = ofLog.filter(({ delivered }) => delivered < newest);
        await forEach(late, wakeOne);
      });
    // A clock that was ahead has set when they are due.
    const ahead = webhooks.filter((each) => Number(each.dueAt ?? 0n) > latestDue(each, now));
    await forEach([startLate, () => forEach(ahead, wakeOne)], (work) => work());
  };

  return {
    /** Wakes the webhooks of logs that have new events. */
    wakeLogs: (logs: Iterable<string>) =>
      startFound((found) =>
        forEach(logs, async (log) =>
          forEach(await store.ofLog(log), async (key) => {
            if (await store.wake(key)) await found(key);
          }),
        ),
      ),

    /** Starts deliveries to the webhooks whose clients ask for it. */
    startAll: (keys: Iterable<WebhookKey>) => startFound((found) => forEach(keys, found)),

    /**
     * Starts deliveries to the webhooks that are due, and to those of a minute's slice that nothing else would start.
     * @param minute the one that is swept, however late that begins
     * @returns how many are due, for how long the first has waited, in seconds, and how many are behind
     */
    sweep: async (minute: Date) => {
      const figures = { due: 0, oldestSeconds: 0, behind: 0 };
      await startFound(async (found) => {
        const findDue = async (): Promise<void> => {
          const due = await store.due();
          const [oldest] = due;
          const waited = oldest === undefined ? 0 : clock().getTime() - Number(oldest.dueAt);
          Object.assign(figures, { due: due.length, oldestSeconds: Math.floor(waited / 1000) });
          await forEach(due, found);
        };
        const findSlice = () =>
          findBehind(minute, async (webhook) => {
            figures.behind += 1;
            await found(webhook);
          });
        await forEach([findDue, findSlice], (work) => work());
      });
      return figures;
    },
  };
};

export type Waker = ReturnType<typeof buildWaker>;

/** Does work for all items, at most `WIDTH` at once, until the deadline. */
const forEach = async <Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const rest = Iterator.from(items);
  const errors: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (const item of rest) {
      try {
        checkDeadline();
        await work(item);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
  if (errors.length > 0) throw errors[0];
};

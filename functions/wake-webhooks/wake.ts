import { checkDeadline } from '../../lib/process/deadline.ts';
import type { WebhookKey } from '../../lib/webhooks/stored-webhook.ts';
import type { WakeStore } from './store.ts';

/** Calls that are under way at once. */
const WIDTH = 50;

/** Starts a delivery to a webhook, and does not wait for it. */
export type Start = (key: WebhookKey) => Promise<void>;

/** Finds webhooks that have something to do, and starts their deliveries. */
export interface Waker {
  /** Wakes the webhooks of logs that have new events. */
  readonly wakeLogs: (logs: Iterable<string>) => Promise<void>;
  /** Starts deliveries to the webhooks whose clients ask for it. */
  readonly startAll: (keys: Iterable<WebhookKey>) => Promise<void>;
  /**
   * Starts deliveries to the webhooks that are due, and to those of a minute's slice that nothing else would start.
   * @param minute the one that is swept, however late that begins: ms from 1970 on
   * @returns how many are due, for how long the first has waited, in seconds, and how many are behind
   */
  readonly sweep: (
    minute: number,
  ) => Promise<Readonly<Record<'behind' | 'due' | 'oldestSeconds', number>>>;
}

/**
 * Builds the waker. Each of its functions does all that it can before it throws the first error.
 * @throws the errors of `lib/errors/storage-errors.ts`, those of `start`, and what the deadline was aborted with
 */
export const buildWaker = (
  store: WakeStore,
  start: Start,
  clock: () => number = Date.now,
): Waker => ({
  wakeLogs: (logs) =>
    forEach(logs, async (log) =>
      forEach(await store.ofLog(log), async (key) => {
        if (await store.wake(key)) await start(key);
      }),
    ),

  startAll: (keys) => forEach(keys, start),

  sweep: async (minute) => {
    const due = await store.due();
    let behind = 0;
    const startBehind = async () => {
      const found = await store.behind(minute);
      behind = found.length;
      await forEach(found, async (key) => {
        await store.wake(key);
        // Also where it is not woken: it may be failing, or have a lease that has ended.
        await start(key);
      });
    };
    await forEach([() => forEach(due, start), startBehind], (work) => work());
    const [oldest] = due;
    const waited = oldest === undefined ? 0 : clock() - Number(oldest.dueAt);
    return { due: due.length, oldestSeconds: Math.floor(waited / 1000), behind };
  },
});

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

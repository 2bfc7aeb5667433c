import { RequestError } from '../../lib/errors/request-error.ts';
import type { EventPage, ListEvents } from '../../lib/events/list-events.ts';
import { logName } from '../../lib/events/log-head.ts';
import { type Clock, systemClock } from '../../lib/process/clock.ts';
import { TIME_BUDGET } from '../../lib/process/time-budget.ts';
import { waitForAll } from '../../lib/process/wait-for-all.ts';
import { newRevision } from '../../lib/revisions/revision.ts';
import {
  isHeld,
  latestDue,
  type WebhookItem,
  type WebhookKey,
} from '../../lib/webhooks/stored-webhook.ts';
import { nextStepOf } from './delivery.ts';
import { failuresAfter, isAccepted } from './retry.ts';
import type { Answer, Send } from './send.ts';
import type { Claim, DeliveryStore } from './store.ts';

const MOST_EVENTS = 100;

/**
 * How late events of a log may still wake no webhook that was enabled: in ms. The index shows it within a minute, and an append
 * that has read the index before ends.
 */
const INDEX_DELAY = 60_000 + TIME_BUDGET.invocation;

export interface DeliverDependencies {
  readonly store: DeliveryStore;
  readonly list: ListEvents;
  readonly send: Send;
  readonly clock?: Clock;
  /** How often a delivery that waits for an answer looks whether its webhook is deleted: in ms. @default 1000 */
  readonly lookEvery?: number;
}

/**
 * Delivers to a webhook until nothing is left, or for `TIME_BUDGET.deliveries`. If several run at once for one
 * webhook, exactly one sends at a time, and the others end.
 * @throws StorageError; a sweep comes back to the webhook then
 */
export const buildDeliver = ({
  store,
  list,
  send,
  clock = systemClock,
  lookEvery = 1000,
}: DeliverDependencies) => {
  const rest = (webhook: WebhookItem) => {
    const now = clock().getTime();
    const isNew = Math.abs(now - Number(webhook.enabledAt)) < INDEX_DELAY;
    return store.rest(webhook, isNew ? new Date(now + INDEX_DELAY) : undefined);
  };

  const attempt = async ({ webhook, lease, pending }: Claim, body: string) => {
    const secrets = await store.secrets(webhook.id);
    // The lease might end before the answer, and another delivery take it.
    if (secrets.length === 0 || clock().getTime() + TIME_BUDGET.delivery >= lease.until)
      return undefined;
    const deleted = new AbortController();
    // The request of a deleted webhook must not go on: its account may have another webhook then. Else an account that deletes
    // and creates could have any number of requests under way.
    const looks = setInterval(async () => {
      // A look that fails tells nothing: the next one may.
      const found = await store.secrets(webhook.id).catch(() => undefined);
      if (found?.length === 0) deleted.abort();
    }, lookEvery).unref();
    const limit = AbortSignal.timeout(TIME_BUDGET.delivery);
    const signal = AbortSignal.any([limit, deleted.signal]);
    try {
      return await send({ url: webhook.url, id: pending.id, body, secrets }, signal);
    } finally {
      clearInterval(looks);
    }
  };

  const finish = async (claim: Claim, answer: Answer): Promise<void> => {
    const isStored = isAccepted(answer)
      ? await store.accept(claim)
      : await store.fail(claim, failuresAfter(claim.webhook, answer, clock(), Math.random()));
    if (!isStored) await store.release(claim);
  };

  /** Takes one step for a webhook. Returns whether there may be another one. */
  const step = async (key: WebhookKey): Promise<boolean> => {
    const [webhook, isOpen] = await waitForAll([store.read(key), store.isOpen(key.accountId)]);
    if (webhook === undefined || isWaiting(webhook, clock())) return false;
    if (!isOpen) return !(await store.disable(webhook, 'account_closed'));
    const page = await pageOf(list, webhook);
    if (typeof page === 'string') return !(await store.disable(webhook, page));
    const work = nextStepOf(webhook, page);
    if (work === 'none') return !(await rest(webhook));
    if ('leftOut' in work) {
      await store.skip(webhook, work.leftOut);
      return true;
    }
    const lease = { token: newRevision(), until: BigInt(clock().getTime() + TIME_BUDGET.lease) };
    const claim = { webhook, lease, pending: work.pending };
    if (!(await store.claim(claim))) return true;
    const answer = await attempt(claim, work.body);
    if (answer === undefined) return false;
    await finish(claim, answer);
    return true;
  };

  return async (key: WebhookKey): Promise<void> => {
    const end = new Date(clock().getTime() + TIME_BUDGET.deliveries);
    while (await step(key)) if (clock() >= end) return;
  };
};

const isWaiting = (webhook: WebhookItem, now: Date): boolean => {
  const { status, lease, failing } = webhook;
  const next = Date.parse(failing?.nextAttemptAt ?? '');
  const isLater = next > now.getTime() && next <= latestDue(webhook, now);
  return status === 'disabled' || isHeld(lease, now) || isLater;
};

/** The events after what was delivered, or the error code if they can no longer be read. */
const pageOf = async (
  list: ListEvents,
  { about, accountId, delivered }: WebhookItem,
): Promise<EventPage | string> => {
  try {
    return await list({
      log: logName(about, accountId),
      after: delivered,
      limit: MOST_EVENTS,
    });
  } catch (error) {
    if (error instanceof RequestError) return error.code;
    throw error;
  }
};

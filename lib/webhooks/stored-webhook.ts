import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { logName } from '../events/log-head.ts';
import { TIME_BUDGET } from '../process/time-budget.ts';
import { ownedMembers } from '../revisions/precondition.ts';
import { randomBase62 } from '../values/base62.ts';
import { buildDeclaredMembers } from '../values/declared-members.ts';
import { Webhook } from './webhook.ts';

/** The only partition of the index by due time. */
export const DUE = 'due';

/**
 * A delivery, from before it is sent until it is answered with 2xx. Its events stay in the log, which never changes: so its
 * bytes are made again for each attempt, and it is the same delivery only if they are the same.
 */
export const Pending = z.object({
  /** `webhook-id`: `msg_` and 16 random base62 digits. */
  id: z.string(),
  /** Where the webhook will be in its log. */
  last: z.bigint(),
  /** SHA-256 of its body in base64url. */
  digest: z.string(),
});
export type Pending = z.infer<typeof Pending>;

/** @param former the delivery that is repeated, if its bytes are the same */
export const pendingOf = (last: bigint, body: string, former?: Pending): Pending => {
  const digest = createHash('sha256').update(body).digest('base64url');
  if (former?.digest === digest) return former;
  return { id: `msg_${randomBase62(16)}`, last, digest };
};

/** The longest pause before a failed delivery is tried again, as `Retry-After` can ask for: in ms. */
export const LONGEST_PAUSE = 24 * 60 * 60_000;

/** Clocks differ by up to so much: in ms. */
const CLOCK_DIFFERENCE = 60_000;

/**
 * The latest end that a clock which is right can set now. A later one was set by a clock that was ahead, and counts as over.
 * @param longest how long it lasts at most: ms
 * @returns as it is stored: ms from 1970 on
 */
const latestEnd = (now: Date, longest: number): number =>
  now.getTime() + longest + CLOCK_DIFFERENCE;

export const latestLease = (now: Date): number => latestEnd(now, TIME_BUDGET.lease);

/** The right to deliver: nobody else delivers meanwhile. */
export const Lease = z.object({
  /** Random, for one delivery. */
  token: z.string(),
  /** When it ends in any case: ms from 1970 on. */
  until: z.bigint(),
});
export type Lease = z.infer<typeof Lease>;

export const isHeld = (lease: Lease | undefined, now: Date): boolean =>
  lease !== undefined && lease.until > now.getTime() && lease.until <= latestLease(now);

/** What clients see of a webhook, whose it is, and its revision, which changes with everything that clients see. */
export const WebhookState = z.object({ ...Webhook.shape, ...ownedMembers });
export type WebhookState = z.infer<typeof WebhookState>;

/**
 * A webhook as it is stored. While it is enabled and may have something to deliver, a sweep looks at it at `dueAt`,
 * in ms from 1970 on.
 */
export const WebhookItem = z.object({
  ...WebhookState.shape,
  /** When it was last enabled: ms from 1970 on. */
  enabledAt: z.bigint(),
  /** The ids of the keys that last set its `url` and its `secret`: for operators, no answer has them. */
  urlBy: z.optional(z.string()),
  secretBy: z.optional(z.string()),
  pending: z.optional(Pending),
  lease: z.optional(Lease),
  /** Random: another one after each change that clients do not see. */
  touched: z.optional(z.string()),
  /** How long its next attempt waits, from the failure on: ms. Whoever reads `nextAttemptAt` bounds it by this. */
  pause: z.optional(z.bigint()),
  /** For how long it has failed, as its pauses show: ms. */
  failedFor: z.optional(z.bigint()),
  /** `since` of failures that a change by its client has cleared, until a delivery succeeds. */
  failingSince: z.optional(z.string()),
  dueAt: z.optional(z.bigint()),
  /** Whether its client asks for a delivery now: the stream of the table starts one. */
  asked: z.optional(z.literal(true)),
});
export type WebhookItem = z.infer<typeof WebhookItem>;

/** The latest next attempt, or look, that a right clock can have set for a webhook. */
export const latestDue = (
  { failing, pause }: { readonly failing?: unknown; readonly pause?: bigint | undefined },
  now: Date,
): number => latestEnd(now, failing && pause !== undefined ? Number(pause) : LONGEST_PAUSE);

/** The attributes by which indexes find an enabled webhook. A disabled webhook does not have them, or `asked`. */
export const enabledAttributes = (
  { accountId, about }: Pick<WebhookItem, 'about' | 'accountId'>,
  dueAt: Date,
) => ({ log: logName(about, accountId), due: DUE, dueAt: BigInt(dueAt.getTime()) });

export const toWebhook = buildDeclaredMembers(Webhook);

export type WebhookKey = Pick<WebhookItem, 'accountId' | 'id'>;

/** What is stored to sign with: one item for each webhook. */
export const WebhookSecrets = z.object({
  /** `whsec_` and base64. */
  secret: z.string(),
  /** The one before, if it was replaced. */
  former: z.optional(z.string()),
  /** Until when the former one also signs: ms from 1970 on. */
  formerUntil: z.optional(z.bigint()),
});

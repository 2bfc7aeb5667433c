import * as z from 'zod/mini';
import { logName } from '../events/log-head.ts';
import { ownedMembers } from '../revisions/precondition.ts';
import { buildDeclaredMembers } from '../values/declared-members.ts';
import { LONGEST_PAUSE, latestAttempt, latestLease } from './waiting-time.ts';
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
): number => latestAttempt(now, failing && pause !== undefined ? Number(pause) : LONGEST_PAUSE);

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
export type WebhookSecrets = z.infer<typeof WebhookSecrets>;

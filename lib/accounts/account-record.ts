import * as z from 'zod/mini';
import { Plan } from './plan.ts';

/** How many keys of an account may work at a time. */
export const MOST_KEYS = 20;

/** What an account's record holds of a key that works, or did when it was last looked at. */
export const HeldKey = z.object({
  keyHash: z.string(),
  expiresAt: z.optional(z.string()),
  /** The id of the key that ended at once when this one was issued in its place. */
  predecessor: z.optional(z.string()),
});
export type HeldKey = z.infer<typeof HeldKey>;

/** An account as it is stored: who keys are issued to. Times are ISO 8601, in UTC. */
export const Account = z.object({
  /** `acct_` and 16 random base62 digits. */
  accountId: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** The operator who made it: an AWS ARN, or on this machine a user's name. */
  createdBy: z._default(z.string(), 'unknown'),
  /** The plan that says what it may send, when an operator last set it, and who. `planOf` reads it. */
  plan: z.optional(z.string()),
  limitedAt: z.optional(z.string()),
  limitedBy: z.optional(z.string()),
  /** Its keys by their ids: with the limit in one item, no race can exceed it. */
  keys: z._default(z.record(z.string(), HeldKey), {}),
  closedAt: z.optional(z.string()),
  closedBy: z.optional(z.string()),
});
export type Account = z.infer<typeof Account>;

/** The plan that an account is on: `standard` if its record names none, or one that does not exist any more. */
export const planOf = ({ plan }: Pick<Account, 'plan'>): Plan =>
  Plan.options.find((each) => each === plan) ?? 'standard';

/** Tells an account's state, which is not stored but follows from the record. */
export const accountState = ({ closedAt }: Pick<Account, 'closedAt'>) =>
  closedAt === undefined ? 'open' : 'closed';

import * as z from 'zod/mini';

export const Scope = z.enum(['full', 'read']);
export type Scope = z.infer<typeof Scope>;

/** A key as it is stored, kept for a while when it has ended. Times are ISO 8601, in UTC. */
export const Key = z.object({
  /** SHA-256 of the key itself, in hexadecimal; the key is stored nowhere. */
  keyHash: z.string(),
  /** `key_` and 16 random base62 digits: what operators name it by. */
  keyId: z.string(),
  accountId: z.string(),
  /** The oldest keys lack it, and `createdBy` and `scope`: they have full access. */
  name: z._default(z.string(), ''),
  scope: z._default(Scope, 'full'),
  lastFour: z.string(),
  createdAt: z.string(),
  /** Who issued it: an operator's AWS ARN, on this machine a user's name, or the id of a key of its account. */
  createdBy: z._default(z.string(), 'unknown'),
  /** From when on it does not work; left out if it does not expire. Rolling brings it forward. */
  expiresAt: z.optional(z.string()),
  /** The hour of its last use; left out before the first. */
  lastUsedAt: z.optional(z.string()),
  revokedAt: z.optional(z.string()),
  revokedBy: z.optional(z.string()),
  /** The id of the key that ended at once when this one was issued in its place. */
  predecessor: z.optional(z.string()),
  /** The id of the key that was issued in its place. */
  successor: z.optional(z.string()),
  rolledAt: z.optional(z.string()),
  rolledBy: z.optional(z.string()),
});
export type Key = z.infer<typeof Key>;

/** Seconds that the record of an ended key is kept: 30 days, far more than clocks differ. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** The end, for an index, of a key that does not end. */
const NEVER = '9999-12-31T23:59:59.999Z';

/**
 * Attributes that follow from a key's end. `until` puts the key into the index of its account; a revoked key has none, so no
 * clock can list it. `deleteAt` is the second after which DynamoDB deletes the record; a record that an operator ended has
 * none, as the logs have no line about it.
 * @param by who decided on this end: an operator, or the id of a key
 */
export const endAttributes = (
  { revokedAt, expiresAt }: Pick<Key, 'expiresAt' | 'revokedAt'>,
  by: string,
) => {
  const end = revokedAt ?? expiresAt;
  const isDeleted = end !== undefined && by.startsWith('key_');
  return {
    until: revokedAt === undefined ? (expiresAt ?? NEVER) : undefined,
    deleteAt: isDeleted ? Math.ceil(Date.parse(end) / 1000) + KEPT_SECONDS : undefined,
  };
};

/** A new key as it is stored: the index of accounts has it by its end. */
export const storedKey = (key: Key) => {
  const { until, deleteAt } = endAttributes(key, key.createdBy);
  return { ...key, until, ...(deleteAt && { deleteAt }) };
};

/** The hour of a key's last use. What a clock that was ahead wrote is bounded by the time of who reads. */
export const lastUse = ({ lastUsedAt }: Pick<Key, 'lastUsedAt'>, now = new Date()) =>
  lastUsedAt !== undefined && lastUsedAt > now.toISOString() ? hourOf(now) : lastUsedAt;

export const hourOf = (now: Date): string => `${now.toISOString().slice(0, 13)}:00:00.000Z`;

/** Tells a key's state, which is not stored but follows from the record and the time. */
export const keyState = (
  { revokedAt, expiresAt }: Pick<Key, 'expiresAt' | 'revokedAt'>,
  now: Date,
): 'active' | 'expired' | 'revoked' => {
  if (revokedAt !== undefined) return 'revoked';
  return expiresAt === undefined || now < new Date(expiresAt) ? 'active' : 'expired';
};

import type { Idempotency } from './idempotency-key.ts';
import type { Settle } from './settle.ts';

/** A creation in two halves. */
export interface Creation<Wanted, Made> {
  /** Gives it an id that nothing else ever has, and whatever else the service adds. */
  readonly prepare: (wanted: Wanted) => Promise<Made>;
  /** Stores it. However often, and whoever does it, there is one of it. */
  readonly store: (made: Made) => Promise<void>;
}

/** What was created, and whether an earlier request had settled that. */
export interface Created<Made> {
  readonly made: Made;
  readonly replayed: boolean;
}

/**
 * Creates something, once for each idempotency key that an account sends within a day.
 * @throws IdempotencyKeyReusedError if the key came with another request before
 * @throws the errors of `lib/storage-errors.ts`; with a key the request may be sent again
 */
export type CreateOnce<Wanted, Made> = (
  wanted: Wanted,
  idempotency?: Idempotency,
) => Promise<Created<Made>>;

/**
 * Builds it. What a key's request makes is settled before it is stored, and whoever sends the key
 * stores it: a creation that broke off in between is completed by its retry.
 */
export const buildCreateOnce =
  <Wanted, Made extends { readonly id: unknown }>(
    { prepare, store }: Creation<Wanted, Made>,
    settle: Settle<Wanted, Made>,
  ): CreateOnce<Wanted, Made> =>
  async (wanted, idempotency) => {
    const prepared = await prepare(wanted);
    const made = idempotency ? await settle(idempotency, wanted, prepared) : prepared;
    await store(made);
    return { made, replayed: made.id !== prepared.id };
  };

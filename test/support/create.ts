import type { Creation } from '../../lib/idempotency/create-once.ts';

/** Creates without an idempotency key. */
export const createWith =
  <Wanted, Made>({ prepare, store }: Creation<Wanted, Made>) =>
  async (wanted: Wanted): Promise<Made> => {
    const made = await prepare(wanted);
    await store(made);
    return made;
  };

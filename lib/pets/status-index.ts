import type { Pet, PetStatus } from './pet.ts';

/** What the numbers of each status begin with. They are stored: never change one. */
const BEGIN = { available: 0n, pending: 1n, sold: 2n } as const satisfies Record<PetStatus, bigint>;

/** More than any id. */
const RANGE = 10n ** 19n;

/**
 * A status and an id as one number, so that one index has the pets of a category by status and then by id.
 * A number takes half the bytes that a text would take.
 * @param id from 0 to 2^63
 */
export const statusId = ({ id, status }: Pick<Pet, 'id' | 'status'>): bigint =>
  BEGIN[status] * RANGE + id;

/** What follows from a pet's status, and from its id: who changes a status writes all of it. */
export const statusAttributes = (pet: Pick<Pet, 'id' | 'status'>) => ({
  status: pet.status,
  statusId: statusId(pet),
});

import * as z from 'zod/mini';
import { int64 } from '../int64.ts';
import { text } from '../text.ts';
import { rangeOf } from './id-range.ts';

const STATUSES = ['available', 'pending', 'sold'] as const;

/** Where a pet stands on its way to a new home. */
export const PetStatus = z
  .enum(STATUSES, { error: `must be one of ${STATUSES.join(', ')}` })
  .check(z.meta({ id: 'PetStatus', description: 'Where a pet stands on its way to a new home.' }));
export type PetStatus = z.infer<typeof PetStatus>;

/** Unicode's property White_Space, spelt out: other languages' expressions have no name for it. */
const NOT_BLANK = /[^\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/u;

const members = {
  name: text({ min: 1, max: 256 }).check(
    z.refine((name) => name === '' || NOT_BLANK.test(name), {
      error: 'must hold a character that is not white space',
    }),
    z.meta({
      pattern: NOT_BLANK.source,
      description: 'Unicode code points, one of them no white space. Kept exactly as sent.',
    }),
  ),
  categoryId: int64.check(z.meta({ description: 'What kind of animal it is.' })),
};

/** A pet as a client describes it. Members that are not declared here are dropped. */
export const NewPet = z
  .object(
    { ...members, status: z._default(PetStatus, 'available') },
    { error: 'The body must be a JSON object' },
  )
  .check(z.meta({ id: 'NewPet', description: 'A pet to be. Other members are ignored.' }));
export type NewPet = z.infer<typeof NewPet>;

/** A pet as the service holds it. */
export const Pet = z
  .object({
    id: int64.check(
      z.meta({ description: 'Made by the service: unique, ascending, never used again.' }),
    ),
    ...members,
    status: PetStatus,
  })
  .check(z.meta({ id: 'Pet', description: 'An animal that is, or was, up for adoption.' }));
export type Pet = z.infer<typeof Pet>;

/**
 * A pet as it is stored. One that is not in the range of its id is malformed as well: getPet would not
 * find it, and a list that ends a page with it would go on in the wrong range.
 */
export const StoredPet = z.pipe(
  z.object({ ...Pet.shape, idRange: z.bigint() }).check(
    z.refine(({ id, idRange }) => id > 0n && idRange === rangeOf(id), {
      path: ['idRange'],
      error: 'is not the range of an id of ours',
    }),
  ),
  z.transform(({ idRange: _idRange, ...pet }): Pet => pet),
);

/** The attributes that are the key of a stored pet. */
export const PET_KEY = ['idRange', 'id'];

/** A page of pets. */
export const Pets = z
  .array(Pet)
  .check(z.meta({ id: 'Pets', maxItems: 100, description: 'Pets in ascending order of id.' }));

/** No pet has the id that was asked for. */
export class PetNotFoundError extends Error {
  override readonly name = 'PetNotFoundError';

  constructor() {
    super('No pet has this id');
  }
}

import * as z from 'zod/mini';
import { PetStatus, petMembers } from '../../lib/pets/pet.ts';
import type { Schema } from '../../lib/schema.ts';

/** A member that a patch may leave out. Null would remove it (RFC 7396, section 2). */
const kept = <Value>(member: Schema<Value>) =>
  z.optional(
    z.pipe(
      z.transform((input, { issues }) => {
        const message = 'cannot be removed: leave it out to keep it';
        if (input === null) issues.push({ code: 'custom', message, input });
        return input;
      }),
      member,
    ),
  );

/** A change of a pet: a merge patch (RFC 7396). Members that are not declared here are dropped. */
export const PetPatch = z
  .object(
    {
      name: kept(petMembers.name),
      categoryId: kept(petMembers.categoryId),
      status: kept(PetStatus),
    },
    { error: 'The body must be a JSON object' },
  )
  .check(
    z.meta({
      id: 'PetPatch',
      description:
        'A change of a pet, as a JSON merge patch (RFC 7396). Members that are left out stay as they are. No member can be removed, so null is refused. Other members are ignored.',
    }),
  );
export type PetPatch = z.infer<typeof PetPatch>;

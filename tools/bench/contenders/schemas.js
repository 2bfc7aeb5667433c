import * as z from 'zod/mini';

/** The rules of the service's contract, within the range of JavaScript's numbers. */

export const PetPath = z.object({ petId: z.coerce.number().check(z.int(), z.gte(1)) });

export const PetInput = z.object({
  name: z.string().check(
    z.minLength(1),
    z.maxLength(256),
    z.refine((name) => /\S/u.test(name)),
  ),
  categoryId: z.int(),
  status: z._default(z.enum(['available', 'pending', 'sold']), 'available'),
});

export const PetsQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
});

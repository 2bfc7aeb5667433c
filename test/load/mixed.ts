/** The operations that `mix.ts` has a story for; the examples of all others are sent as they are. */
export const MIXED = ['listPets', 'getPet', 'createPet', 'createMessage'] as const;

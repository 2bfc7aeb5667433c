/** The operations that `mix.ts` mixes itself; the examples of all others are sent unchanged. */
export const MIXED = ['listPets', 'getPet', 'createPet', 'createMessage'] as const;

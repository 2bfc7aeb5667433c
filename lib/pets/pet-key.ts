/** The partition key of every pet: all of them are one list, in order of their ids. */
export const PET_KIND = 'pet';

export const petKey = (id: bigint) => ({ kind: PET_KIND, id });

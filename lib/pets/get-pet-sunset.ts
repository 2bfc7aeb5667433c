/** When getPet stops answering. From then on `Location` of new pets leads to listPets with `ids`. */
export const GET_PET_SUNSET = new Date('2030-12-05T00:00:00Z');

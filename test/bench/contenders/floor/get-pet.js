import { openGetPet } from '../storage.js';

/** The floor: what nobody can do without. */
export const getPetHandler =
  (getPet = openGetPet()) =>
  async (event) => {
    const pet = await getPet(Number(event.pathParameters.petId));
    return {
      statusCode: pet ? 200 : 404,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(pet ?? { message: 'No pet has this id' }),
    };
  };

export const handler = getPetHandler();

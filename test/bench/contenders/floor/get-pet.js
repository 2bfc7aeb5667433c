import { answer } from '../answer.js';
import { openGetPet } from '../storage.js';

/** The floor: what nobody can do without. */
export const getPetHandler =
  (getPet = openGetPet()) =>
  async (event) => {
    const pet = await getPet(Number(event.pathParameters.petId));
    return pet ? answer(200, pet) : answer(404, { message: 'No pet has this id' });
  };

export const handler = getPetHandler();

import { answer } from '../answer.js';
import { openCreatePet } from '../storage.js';

/** The floor: what nobody can do without. */
export const createPetHandler =
  (createPet = openCreatePet()) =>
  async (event) => {
    const body = JSON.parse(event.body);
    const valid = typeof body.name === 'string' && Number.isInteger(body.categoryId);
    return valid
      ? answer(201, await createPet(body))
      : answer(400, { message: 'The pet is not valid' });
  };

export const handler = createPetHandler();

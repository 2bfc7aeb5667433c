import { openCreatePet } from '../storage.js';

/** The floor: what nobody can do without. */
export const createPetHandler =
  (createPet = openCreatePet()) =>
  async (event) => {
    const body = JSON.parse(event.body);
    const valid = typeof body.name === 'string' && Number.isInteger(body.categoryId);
    return {
      statusCode: valid ? 201 : 400,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(valid ? await createPet(body) : { message: 'The pet is not valid' }),
    };
  };

export const handler = createPetHandler();

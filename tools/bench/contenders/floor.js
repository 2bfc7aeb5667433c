/** The floor: what nobody can do without. No validation, error handling or headers. */

const answer = (statusCode, body) => ({
  statusCode,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

export const getPetHandler = (getPet) => async (event) => {
  const pet = await getPet(Number(event.pathParameters.petId));
  return pet ? answer(200, pet) : answer(404, { message: 'No pet has this id' });
};

export const createPetHandler = (createPet) => async (event) => {
  const body = JSON.parse(event.body);
  const valid = typeof body.name === 'string' && Number.isInteger(body.categoryId);
  return valid
    ? answer(201, await createPet(body))
    : answer(400, { message: 'The pet is not valid' });
};

export const listPetsHandler = (listPets) => async (event) =>
  answer(200, await listPets(Number(event.queryStringParameters?.limit ?? 20)));

import { NotFoundError, Router } from '@aws-lambda-powertools/event-handler/http';
import { PetInput, PetPath, PetsQuery } from './schemas.js';

/** Powertools' router, with its own validation. */

const handlerOf = (method, path, req, handler) => {
  const app = new Router();
  app[method](path, handler, { validation: { req } });
  return (event, context) => app.resolve(event, context);
};

export const getPetHandler = (getPet) =>
  handlerOf('get', '/pets/:petId', { path: PetPath }, async ({ valid }) => {
    const pet = await getPet(valid.req.path.petId);
    if (!pet) throw new NotFoundError('No pet has this id');
    return pet;
  });

export const createPetHandler = (createPet) =>
  handlerOf('post', '/pets', { body: PetInput }, async ({ valid }) => ({
    statusCode: 201,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(await createPet(valid.req.body)),
  }));

export const listPetsHandler = (listPets) =>
  handlerOf('get', '/pets', { query: PetsQuery }, async ({ valid }) =>
    listPets(valid.req.query.limit),
  );

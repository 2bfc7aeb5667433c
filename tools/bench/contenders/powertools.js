import { NotFoundError, Router } from '@aws-lambda-powertools/event-handler/http';
import { PetInput, PetPath, PetsQuery } from './schemas.js';

/** Powertools' router, with its own validation. */

const resolver = (app) => (event, context) => app.resolve(event, context);

export const getPetHandler = (getPet) => {
  const app = new Router();
  app.get(
    '/pets/:petId',
    async ({ valid }) => {
      const pet = await getPet(valid.req.path.petId);
      if (!pet) throw new NotFoundError('No pet has this id');
      return pet;
    },
    { validation: { req: { path: PetPath } } },
  );
  return resolver(app);
};

export const createPetHandler = (createPet) => {
  const app = new Router();
  app.post(
    '/pets',
    async ({ valid }) => ({
      statusCode: 201,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(await createPet(valid.req.body)),
    }),
    { validation: { req: { body: PetInput } } },
  );
  return resolver(app);
};

export const listPetsHandler = (listPets) => {
  const app = new Router();
  app.get('/pets', async ({ valid }) => listPets(valid.req.query.limit), {
    validation: { req: { query: PetsQuery } },
  });
  return resolver(app);
};

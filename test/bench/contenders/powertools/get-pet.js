import { NotFoundError, Router } from '@aws-lambda-powertools/event-handler/http';
import { PetPath } from '../schemas.js';
import { openGetPet } from '../storage.js';

/** Powertools' router, with its own validation. */
export const getPetHandler = (getPet = openGetPet()) => {
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
  return (event, context) => app.resolve(event, context);
};

export const handler = getPetHandler();

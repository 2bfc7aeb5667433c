import { Router } from '@aws-lambda-powertools/event-handler/http';
import { NewPet } from '../schemas.js';
import { openCreatePet } from '../storage.js';

/** Powertools' router, with its own validation. */
export const createPetHandler = (createPet = openCreatePet()) => {
  const app = new Router();
  app.post(
    '/pets',
    async ({ valid }) => ({
      statusCode: 201,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(await createPet(valid.req.body)),
    }),
    { validation: { req: { body: NewPet } } },
  );
  return (event, context) => app.resolve(event, context);
};

export const handler = createPetHandler();

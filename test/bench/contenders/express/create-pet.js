import serverlessExpress from '@codegenie/serverless-express';
import express from 'express';
import { NewPet } from '../schemas.js';
import { openCreatePet } from '../storage.js';

/** Express without what an API has no use for, in serverless-express. */
export const createPetHandler = (createPet = openCreatePet()) => {
  const app = express().disable('x-powered-by').disable('etag');
  app.post('/pets', express.json(), async (request, response) => {
    const body = NewPet.safeParse(request.body);
    if (body.success) response.status(201).json(await createPet(body.data));
    else response.status(400).json({ message: 'The pet is not valid' });
  });
  return serverlessExpress({ app, eventSourceName: 'AWS_API_GATEWAY_V1' });
};

export const handler = createPetHandler();

import serverlessExpress from '@codegenie/serverless-express';
import express from 'express';
import { PetPath } from '../schemas.js';
import { openGetPet } from '../storage.js';

/** Express without what an API has no use for, in serverless-express. */
export const getPetHandler = (getPet = openGetPet()) => {
  const app = express().disable('x-powered-by').disable('etag');
  app.get('/pets/:petId', async (request, response) => {
    const path = PetPath.safeParse(request.params);
    const pet = path.success ? await getPet(path.data.petId) : undefined;
    if (pet) response.json(pet);
    else response.status(404).json({ message: 'No pet has this id' });
  });
  return serverlessExpress({ app, eventSourceName: 'AWS_API_GATEWAY_V1' });
};

export const handler = getPetHandler();

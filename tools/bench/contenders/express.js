import serverlessExpress from '@codegenie/serverless-express';
import express from 'express';
import { PetInput, PetPath, PetsQuery } from './schemas.js';

/** Express without what an API has no use for, in serverless-express. */

const handlerOf = (method, path, ...handlers) => {
  const app = express()
    .disable('x-powered-by')
    .disable('etag')
    [method](path, ...handlers);
  return serverlessExpress({ app, eventSourceName: 'AWS_API_GATEWAY_V1' });
};

export const getPetHandler = (getPet) =>
  handlerOf('get', '/pets/:petId', async (request, response) => {
    const path = PetPath.safeParse(request.params);
    const pet = path.success ? await getPet(path.data.petId) : undefined;
    if (pet) response.json(pet);
    else response.status(404).json({ message: 'No pet has this id' });
  });

export const createPetHandler = (createPet) =>
  handlerOf('post', '/pets', express.json(), async (request, response) => {
    const body = PetInput.safeParse(request.body);
    if (body.success) response.status(201).json(await createPet(body.data));
    else response.status(400).json({ message: 'The pet is not valid' });
  });

export const listPetsHandler = (listPets) =>
  handlerOf('get', '/pets', async (request, response) => {
    const query = PetsQuery.safeParse(request.query);
    if (query.success) response.json(await listPets(query.data.limit));
    else response.status(400).json({ message: 'The limit is not valid' });
  });

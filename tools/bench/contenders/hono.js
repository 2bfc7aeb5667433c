import { zValidator } from '@hono/zod-validator';
import { handle } from 'hono/aws-lambda';
import { Hono } from 'hono/tiny';
import { PetInput, PetPath, PetsQuery } from './schemas.js';

/** Hono's smallest preset, with its own validator. */

export const getPetHandler = (getPet) =>
  handle(
    new Hono().get('/pets/:petId', zValidator('param', PetPath), async (context) => {
      const pet = await getPet(context.req.valid('param').petId);
      return pet ? context.json(pet) : context.json({ message: 'No pet has this id' }, 404);
    }),
  );

export const createPetHandler = (createPet) =>
  handle(
    new Hono().post('/pets', zValidator('json', PetInput), async (context) =>
      context.json(await createPet(context.req.valid('json')), 201),
    ),
  );

export const listPetsHandler = (listPets) =>
  handle(
    new Hono().get('/pets', zValidator('query', PetsQuery), async (context) =>
      context.json(await listPets(context.req.valid('query').limit)),
    ),
  );

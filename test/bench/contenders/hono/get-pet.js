import { zValidator } from '@hono/zod-validator';
import { handle } from 'hono/aws-lambda';
import { Hono } from 'hono/tiny';
import { PetPath } from '../schemas.js';
import { openGetPet } from '../storage.js';

/** Hono's smallest preset, with its own validator. */
export const getPetHandler = (getPet = openGetPet()) =>
  handle(
    new Hono().get('/pets/:petId', zValidator('param', PetPath), async (context) => {
      const pet = await getPet(context.req.valid('param').petId);
      return pet ? context.json(pet) : context.json({ message: 'No pet has this id' }, 404);
    }),
  );

export const handler = getPetHandler();

import { zValidator } from '@hono/zod-validator';
import { handle } from 'hono/aws-lambda';
import { Hono } from 'hono/tiny';
import { NewPet } from '../schemas.js';
import { openCreatePet } from '../storage.js';

/** Hono's smallest preset, with its own validator. */
export const createPetHandler = (createPet = openCreatePet()) =>
  handle(
    new Hono().post('/pets', zValidator('json', NewPet), async (context) =>
      context.json(await createPet(context.req.valid('json')), 201),
    ),
  );

export const handler = createPetHandler();

import { buildCounter } from '../../lib/counter.ts';
import { createDocumentClient } from '../../lib/dynamodb.ts';
import { requestPath } from '../../lib/http/address.ts';
import { operation } from '../../lib/http/operation.ts';
import { buildCreatePet, type CreatePet } from '../../lib/pets/create-pet.ts';
import { tableName } from '../../lib/tables.ts';
import { createPet } from './contract.ts';

const open = (client = createDocumentClient()) =>
  buildCreatePet(client, tableName('pets'), buildCounter(client, tableName('counters'), 'pets'));

/** Answers createPet from storage. */
export const createPetHandler = (create: CreatePet = open()) =>
  operation(createPet, async ({ body }, event) => {
    const pet = await create(body);
    return { body: pet, headers: { Location: `${requestPath(event)}/${pet.id}` } };
  });

export const handler = createPetHandler();

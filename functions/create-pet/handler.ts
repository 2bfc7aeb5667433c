import { buildCounter } from '../../lib/counter.ts';
import { createDocumentClient } from '../../lib/dynamodb.ts';
import { operation } from '../../lib/http/operation.ts';
import { requestPath } from '../../lib/http/request-url.ts';
import { buildCreateOnce, type CreateOnce } from '../../lib/idempotency/create-once.ts';
import { Pet } from '../../lib/pets/pet.ts';
import { tableName } from '../../lib/tables.ts';
import { createPet } from './contract.ts';
import type { NewPet } from './new-pet.ts';
import { buildPetCreation } from './store.ts';

const open = (client = createDocumentClient()) =>
  buildCreateOnce(
    client,
    tableName('idempotencyKeys'),
    createPet.operationId,
    Pet,
    buildPetCreation(
      client,
      tableName('pets'),
      buildCounter(client, tableName('counters'), 'pets'),
    ),
  );

/** Answers createPet from storage. */
export const createPetHandler = (create: CreateOnce<NewPet, Pet> = open()) =>
  operation(createPet, async ({ body, idempotency }, event) => {
    const { made: pet, replayed } = await create(body, idempotency);
    return { body: pet, replayed, headers: { Location: `${requestPath(event)}/${pet.id}` } };
  });

export const handler = createPetHandler();

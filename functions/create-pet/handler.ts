import { buildCounter } from '../../lib/counter.ts';
import { createDocumentClient } from '../../lib/dynamodb.ts';
import { operation } from '../../lib/http/operation.ts';
import { requestPath } from '../../lib/http/request-url.ts';
import { buildCreateOnce, type CreateOnce } from '../../lib/idempotency/create-once.ts';
import { buildSettle } from '../../lib/idempotency/settle.ts';
import { buildPetCreation } from '../../lib/pets/create-pet.ts';
import { type NewPet, Pet } from '../../lib/pets/pet.ts';
import { tableName } from '../../lib/tables.ts';
import { createPet } from './contract.ts';

const open = (client = createDocumentClient()) =>
  buildCreateOnce(
    buildPetCreation(
      client,
      tableName('pets'),
      buildCounter(client, tableName('counters'), 'pets'),
    ),
    buildSettle(client, tableName('idempotencyKeys'), createPet.operationId, Pet),
  );

/** Answers createPet from storage. */
export const createPetHandler = (create: CreateOnce<NewPet, Pet> = open()) =>
  operation(createPet, async ({ body, idempotency }, event) => {
    const { made: pet, replayed } = await create(body, idempotency);
    return { body: pet, replayed, headers: { Location: `${requestPath(event)}/${pet.id}` } };
  });

export const handler = createPetHandler();

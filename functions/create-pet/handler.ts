import { buildCounter } from '../../lib/counter.ts';
import { createDocumentClient } from '../../lib/dynamodb.ts';
import { accountIdOf } from '../../lib/http/account-id.ts';
import { entityTag } from '../../lib/http/entity-tag.ts';
import { operation } from '../../lib/http/operation.ts';
import { requestPath } from '../../lib/http/request-url.ts';
import { buildCreateOnce, type CreateOnce } from '../../lib/idempotency/create-once.ts';
import { GET_PET_SUNSET } from '../../lib/pets/get-pet-sunset.ts';
import { PetItem, toPet } from '../../lib/pets/stored-pet.ts';
import { tableName } from '../../lib/tables.ts';
import { createPet } from './contract.ts';
import { buildPetCreation, type OwnedNewPet } from './store.ts';

const open = (client = createDocumentClient()) =>
  buildCreateOnce(
    client,
    tableName('idempotencyKeys'),
    createPet.operationId,
    PetItem,
    buildPetCreation(
      client,
      tableName('pets'),
      buildCounter(client, tableName('counters'), 'pets'),
    ),
  );

/** Answers createPet from storage. */
export const createPetHandler = (
  create: CreateOnce<OwnedNewPet, PetItem> = open(),
  clock: () => Date = () => new Date(),
) =>
  operation(createPet, async ({ body, idempotency }, event) => {
    const wanted = { ...body, accountId: accountIdOf(event) };
    const { made, replayed } = await create(wanted, idempotency);
    const reference = clock() < GET_PET_SUNSET ? `/${made.id}` : `?ids=${made.id}`;
    return {
      body: toPet(made),
      replayed,
      headers: {
        Location: `${requestPath(event)}${reference}`,
        ETag: entityTag(made.revision),
      },
    };
  });

export const handler = createPetHandler();

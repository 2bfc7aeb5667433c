import { operation } from '../../lib/http/operation.ts';
import { requestPath } from '../../lib/http/request-url.ts';
import { GET_PET_SUNSET } from '../../lib/pets/get-pet-sunset.ts';
import { toPet } from '../../lib/pets/stored-pet.ts';
import { entityTag } from '../../lib/revisions/entity-tag.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { createPet } from './contract.ts';
import { buildCreatePet, type CreatePet } from './store.ts';

/** Answers createPet from storage. */
export const createPetHandler = (create: CreatePet, clock: () => Date = () => new Date()) =>
  operation(createPet, async ({ accountId, body, idempotency }, event) => {
    const { item, replayed } = await create({ ...body, accountId }, idempotency);
    const reference = clock() < GET_PET_SUNSET ? `/${item.id}` : `?ids=${item.id}`;
    return {
      body: toPet(item),
      replayed,
      headers: {
        Location: `${requestPath(event)}${reference}`,
        ETag: entityTag(item.revision),
      },
    };
  });

export const open = () =>
  createPetHandler(
    buildCreatePet(createDocumentClient(), {
      pets: tableName('pets'),
      counters: tableName('counters'),
      idempotencyKeys: tableName('idempotencyKeys'),
    }),
  );

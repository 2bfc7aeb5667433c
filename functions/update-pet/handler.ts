import { createDocumentClient } from '../../lib/dynamodb.ts';
import { entityTag } from '../../lib/http/entity-tag.ts';
import { operation } from '../../lib/http/operation.ts';
import { toPet } from '../../lib/pets/stored-pet.ts';
import { tableName } from '../../lib/tables.ts';
import { updatePet } from './contract.ts';
import { buildUpdatePet, type UpdatePet } from './store.ts';

const open = () => buildUpdatePet(createDocumentClient(), tableName('pets'));

/** Answers updatePet from storage. */
export const updatePetHandler = (update: UpdatePet = open()) =>
  operation(updatePet, async ({ accountId, path: { petId }, headers, body }) => {
    const change = { accountId, ifMatch: headers['If-Match'] };
    const pet = await update(petId, body, change);
    return { body: toPet(pet), headers: { ETag: entityTag(pet.revision) } };
  });

export const handler = updatePetHandler();

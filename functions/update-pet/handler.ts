import { operation } from '../../lib/http/operation.ts';
import { toPet } from '../../lib/pets/stored-pet.ts';
import { entityTag } from '../../lib/revisions/entity-tag.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { updatePet } from './contract.ts';
import { buildUpdatePet, type UpdatePet } from './store.ts';

/** Answers updatePet from storage. */
export const updatePetHandler = (update: UpdatePet) =>
  operation(updatePet, async ({ accountId, path: { petId }, headers, body }) => {
    const pet = await update(petId, body, { accountId, ifMatch: headers['If-Match'] });
    return { body: toPet(pet), headers: { ETag: entityTag(pet.revision) } };
  });

export const open = () =>
  updatePetHandler(buildUpdatePet(createDocumentClient(), tableName('pets')));

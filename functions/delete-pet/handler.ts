import { operation } from '../../lib/http/operation.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { deletePet } from './contract.ts';
import { buildDeletePet, type DeletePet } from './store.ts';

/** Answers deletePet from storage. */
export const deletePetHandler = (remove: DeletePet) =>
  operation(deletePet, async ({ accountId, path: { petId }, headers }) => {
    await remove(petId, { accountId, ifMatch: headers['If-Match'] });
    return { body: undefined };
  });

export const open = () =>
  deletePetHandler(buildDeletePet(createDocumentClient(), tableName('pets')));

import { createDocumentClient } from '../../lib/dynamodb.ts';
import { accountIdOf } from '../../lib/http/account-id.ts';
import { operation } from '../../lib/http/operation.ts';
import { PetNotFoundError } from '../../lib/pets/pet-not-found.ts';
import { tableName } from '../../lib/tables.ts';
import { deletePet } from './contract.ts';
import { buildDeletePet, type DeletePet } from './store.ts';

const open = () => buildDeletePet(createDocumentClient(), tableName('pets'));

/** Answers deletePet from storage. */
export const deletePetHandler = (remove: DeletePet = open()) =>
  operation(deletePet, async ({ path: { petId }, headers }, event) => {
    if (petId === undefined) throw new PetNotFoundError();
    await remove(petId, { accountId: accountIdOf(event), ifMatch: headers['If-Match'] });
    return { body: undefined };
  });

export const handler = deletePetHandler();

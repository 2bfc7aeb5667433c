import { createDocumentClient } from '../../lib/dynamodb.ts';
import { operation } from '../../lib/http/operation.ts';
import { PetNotFoundError } from '../../lib/pets/pet-not-found.ts';
import { tableName } from '../../lib/tables.ts';
import { getPet } from './contract.ts';
import { buildGetPet, type GetPet } from './store.ts';

const open = () => buildGetPet(createDocumentClient(), tableName('pets'));

/** Answers getPet from storage. */
export const getPetHandler = (get: GetPet = open()) =>
  operation(getPet, async ({ path: { petId } }) => {
    if (petId === undefined) throw new PetNotFoundError();
    return { body: await get(petId) };
  });

export const handler = getPetHandler();

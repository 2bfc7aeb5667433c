import { createDocumentClient } from '../../lib/dynamodb.ts';
import { operation } from '../../lib/http/operation.ts';
import { buildGetPet, type GetPet } from '../../lib/pets/get-pet.ts';
import { PetNotFoundError } from '../../lib/pets/pet.ts';
import { tableName } from '../../lib/tables.ts';
import { getPet } from './contract.ts';

const open = () => buildGetPet(createDocumentClient(), tableName('pets'));

/** Answers getPet from storage. */
export const getPetHandler = (get: GetPet = open()) =>
  operation(getPet, async ({ path: { petId } }) => {
    if (petId === undefined) throw new PetNotFoundError();
    return { body: await get(petId) };
  });

export const handler = getPetHandler();

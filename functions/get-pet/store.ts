import { RequestError } from '../../lib/errors/request-error.ts';
import { petKey } from '../../lib/pets/pet-key.ts';
import { type PetItem, StoredPet } from '../../lib/pets/stored-pet.ts';
import { getItem } from '../../lib/storage/get-item.ts';
import type { Build } from '../../lib/storage/tables.ts';

/** Strongly consistent. One round trip. @throws RequestError `pet_not_found` */
export type GetPet = (id: bigint) => Promise<PetItem>;

export const buildGetPet: Build<'pets', GetPet> = (client, tables) => async (id) => {
  const pet = await getItem(client, tables, 'pets', petKey(id), StoredPet);
  if (pet === undefined) throw new RequestError('pet_not_found');
  return pet;
};

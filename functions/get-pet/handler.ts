import { operation } from '../../lib/http/operation.ts';
import { toPet } from '../../lib/pets/stored-pet.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { getPet } from './contract.ts';
import { buildGetPet } from './store.ts';

export const open = (get = openStorage(getPet.access, buildGetPet), deprecationPage?: string) =>
  operation(
    getPet,
    async ({ path: { petId }, headers }) => {
      const pet = await get(petId);
      return { body: toPet(pet), etag: pet.revision, ifNoneMatch: headers['If-None-Match'] };
    },
    deprecationPage,
  );

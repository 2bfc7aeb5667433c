import { operation } from '../../lib/http/operation.ts';
import { toPet } from '../../lib/pets/stored-pet.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { updatePet } from './contract.ts';
import { buildUpdatePet } from './store.ts';

export const open = (update = openStorage(updatePet.access, buildUpdatePet)) =>
  operation(updatePet, async ({ caller: { accountId }, path, headers, body }) => {
    const pet = await update(path.petId, body, { accountId, ifMatch: headers['If-Match'] });
    return { body: toPet(pet), etag: pet.revision };
  });

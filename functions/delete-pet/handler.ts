import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { deletePet } from './contract.ts';
import { buildDeletePet, type DeletePet } from './store.ts';

export const deletePetHandler = (remove: DeletePet) =>
  operation(deletePet, async ({ caller: { accountId }, path, headers }) => {
    await remove(path.petId, { accountId, ifMatch: headers['If-Match'] });
    return { body: undefined };
  });

export const open = () => deletePetHandler(openStorage(deletePet.access, buildDeletePet));

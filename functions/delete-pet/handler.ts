import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { deletePet } from './contract.ts';
import { buildDeletePet } from './store.ts';

export const open = (remove = openStorage(deletePet.access, buildDeletePet)) =>
  operation(deletePet, async ({ caller: { accountId }, path, headers }) => {
    await remove(path.petId, { accountId, ifMatch: headers['If-Match'] });
    return { body: undefined };
  });

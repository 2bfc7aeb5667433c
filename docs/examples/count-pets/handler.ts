import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { countPets } from './contract.ts';
import { buildCountPets } from './store.ts';

export const open = (count = openStorage(countPets.access, buildCountPets)) =>
  operation(countPets, async () => ({ body: { count: await count() } }));

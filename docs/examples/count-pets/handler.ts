import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { countPets } from './contract.ts';
import { buildCountPets, type CountPets } from './store.ts';

export const countPetsHandler = (count: CountPets) =>
  operation(countPets, async () => ({ body: { count: await count() } }));

export const open = () => countPetsHandler(openStorage(countPets.access, buildCountPets));

import { operation } from '../../lib/http/operation.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tablesOf } from '../../lib/storage/tables.ts';
import { countPets } from './contract.ts';
import { buildCountPets, type CountPets } from './store.ts';

export const countPetsHandler = (count: CountPets) =>
  operation(countPets, async () => ({ body: { count: await count() } }));

export const open = () =>
  countPetsHandler(buildCountPets(createDocumentClient(), tablesOf(countPets.access)));

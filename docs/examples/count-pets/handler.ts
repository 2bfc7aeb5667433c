import { operation } from '../../lib/http/operation.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { countPets } from './contract.ts';
import { buildCountPets, type CountPets } from './store.ts';

/** Answers countPets from the counter. */
export const countPetsHandler = (count: CountPets) =>
  operation(countPets, async () => ({ body: { count: await count() } }));

export const open = () =>
  countPetsHandler(buildCountPets(createDocumentClient(), tableName('counters')));

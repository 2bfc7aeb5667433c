import { buildCounter } from '../counter.ts';
import { createDocumentClient } from '../dynamodb.ts';
import { tableName } from '../tables.ts';
import { buildPetStore, type PetStore } from './pet-store.ts';

/**
 * The store of pets of the deployment that this process belongs to.
 * @throws Error if the environment does not name its tables
 */
export const openPetStore = (): PetStore => {
  const client = createDocumentClient();
  const ids = buildCounter(client, tableName('counters'), 'pets');
  return buildPetStore(client, tableName('pets'), ids);
};

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Pet, PetStatus } from '../../lib/pets/pet.ts';
import { PET_KIND } from '../../lib/pets/pet-key.ts';
import { statusId } from '../../lib/pets/status-index.ts';
import { StoredPet, toPet } from '../../lib/pets/stored-pet.ts';
import {
  buildReadPage,
  type Page,
  type PageQuery,
  type PageRequest,
} from '../../lib/storage/read-page.ts';
import {
  PETS_BY_CATEGORY,
  PETS_BY_CATEGORY_AND_STATUS,
  PETS_BY_STATUS,
  type TablesOf,
} from '../../lib/storage/tables.ts';
import type { listPets } from './contract.ts';

export interface Filters {
  /** Only pets of this category. */
  readonly categoryId?: bigint | undefined;
  /** Only pets of this status. */
  readonly status?: PetStatus | undefined;
}

/**
 * In ascending order of id: without filters strongly consistent; with one as fresh as the index, which usually
 * follows within a second. See `ReadPage` of `lib/storage/read-page.ts`.
 */
export type ListPets = (page: Filters & PageRequest) => Promise<Page<Pet>>;

export const buildListPets = (
  client: DynamoDBDocumentClient,
  { pets }: TablesOf<typeof listPets.access>,
): ListPets => {
  const readPage = buildReadPage(client, { table: pets, name: 'pets' }, StoredPet, 'ascending');

  return async ({ status, categoryId, ...page }) => {
    const { items, next } = await readPage({ ...page, ...indexFor({ status, categoryId }) });
    return { items: items.map(toPet), next };
  };
};

/** Where the pets of these filters are together, in order of their ids. */
const indexFor = ({ status, categoryId }: Filters): Omit<PageQuery, 'after' | 'limit'> => {
  if (categoryId === undefined) {
    return status === undefined
      ? { partitionKey: 'kind', value: PET_KIND }
      : { partitionKey: 'status', value: status, index: PETS_BY_STATUS };
  }
  const category = { partitionKey: 'categoryId', value: categoryId };
  if (status === undefined) return { ...category, index: PETS_BY_CATEGORY };
  const sortKey = { name: 'statusId', valueOf: (id: bigint) => statusId({ id, status }) };
  return { ...category, index: PETS_BY_CATEGORY_AND_STATUS, sortKey };
};

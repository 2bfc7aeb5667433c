import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Pet, PetStatus } from '../../lib/pets/pet.ts';
import { PET_KEY, PET_KIND } from '../../lib/pets/pet-key.ts';
import { StoredPet, toPet } from '../../lib/pets/stored-pet.ts';
import { buildReadPage, type Page } from '../../lib/read-page.ts';
import { PETS_BY_STATUS } from '../../lib/tables.ts';

/** Names one page of pets, in ascending order of id. */
export interface PageRequest {
  /** The page begins after this id; 0 for the first page. */
  readonly after: bigint;
  /** Most pets on the page, 1 to 100. */
  readonly limit: number;
  /** Only pets of this status. */
  readonly status?: PetStatus | undefined;
}

/**
 * Lists pets: without a status strongly consistent; with one as fresh as the index, which usually
 * follows within a second. See `ReadPage` of `lib/read-page.ts`.
 */
export type ListPets = (page: PageRequest) => Promise<Page<Pet>>;

/** Builds listPets over the `pets` table. */
export const buildListPets = (client: DynamoDBDocumentClient, table: string): ListPets => {
  const readPage = buildReadPage(client, { table, key: PET_KEY }, StoredPet, 'ascending');

  return async ({ status, ...page }) => {
    const { items, next } = await readPage({
      ...page,
      ...(status === undefined
        ? { key: 'kind', value: PET_KIND }
        : { key: 'status', value: status, index: PETS_BY_STATUS }),
    });
    return { items: items.map(toPet), next };
  };
};

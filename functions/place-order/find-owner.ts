import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { petKey } from '../../lib/pets/pet-key.ts';
import { getItem } from '../../lib/storage/get-item.ts';
import type { Tables } from '../../lib/storage/tables.ts';

/** Strongly consistent. One round trip. @returns undefined if the pet does not exist, or does not name an account */
export type FindOwner = (petId: bigint) => Promise<string | undefined>;

const Owned = z.object({ accountId: z.unknown() });

export const buildFindOwner =
  (client: DynamoDBDocumentClient, { pets }: Tables<'pets'>): FindOwner =>
  async (petId) => {
    const location = { table: pets, name: 'pets' } as const;
    const pet = await getItem(client, location, petKey(petId), Owned, ['accountId']);
    return typeof pet?.accountId === 'string' ? pet.accountId : undefined;
  };

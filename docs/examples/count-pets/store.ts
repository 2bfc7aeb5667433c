import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { getItem } from '../../lib/storage/get-item.ts';
import type { TablesOf } from '../../lib/storage/tables.ts';
import type { countPets } from './contract.ts';

const CounterItem = z.object({ value: z.bigint() });

/** Counts the ids of pets given so far, strongly consistent. One round trip. */
export type CountPets = () => Promise<bigint>;

export const buildCountPets =
  (client: DynamoDBDocumentClient, { counters }: TablesOf<typeof countPets.access>): CountPets =>
  async () => {
    const location = { table: counters, name: 'counters' } as const;
    const counter = await getItem(client, location, { name: 'pets' }, CounterItem);
    return counter?.value ?? 0n;
  };

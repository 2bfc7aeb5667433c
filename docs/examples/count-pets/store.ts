import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { getItem } from '../../lib/storage/get-item.ts';

const CounterItem = z.object({ value: z.bigint() });

/** Counts the ids of pets given so far, strongly consistent. One round trip. */
export type CountPets = () => Promise<bigint>;

/** Builds it over the `counters` table. */
export const buildCountPets =
  (client: DynamoDBDocumentClient, table: string): CountPets =>
  async () => {
    const location = { table, name: 'counters' } as const;
    const counter = await getItem(client, location, { name: 'pets' }, CounterItem);
    return counter?.value ?? 0n;
  };

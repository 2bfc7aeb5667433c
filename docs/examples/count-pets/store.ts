import * as z from 'zod/mini';
import { getItem } from '../../lib/storage/get-item.ts';
import type { Build } from '../../lib/storage/tables.ts';

const CounterItem = z.object({ value: z.bigint() });

/** Counts the ids of pets given so far, strongly consistent. One round trip. */
export type CountPets = () => Promise<bigint>;

export const buildCountPets: Build<'counters', CountPets> = (client, tables) => async () => {
  const counter = await getItem(client, tables, 'counters', { name: 'pets' }, CounterItem);
  return counter?.value ?? 0n;
};

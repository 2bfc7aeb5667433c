import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { getItem } from './get-item.ts';
import type { Tables } from './tables.ts';

/** How far a backfill is on a stage: a change of the items that a table had before it. */
export const BackfillState = z.object({
  name: z.string(),
  /** The table that it changes, as the code names it. */
  table: z.string(),
  /** `running` until it has ended once, also if its command was cut off. */
  status: z.enum(['done', 'running']),
  startedAt: z.string(),
  doneAt: z.optional(z.string()),
  /** The version of the code that ran it last. */
  version: z.string(),
  /** Items so far, without what a command had not stored when it was cut off. */
  read: z.bigint(),
  changed: z.bigint(),
  malformed: z.bigint(),
  /** The last key of the table that was read, while it runs. */
  position: z.optional(z.record(z.string(), z.unknown())),
  /** Who ran it, the latest last. */
  runs: z.array(z.object({ at: z.string(), by: z.string(), version: z.string() })),
});
export type BackfillState = z.infer<typeof BackfillState>;

/**
 * Reads how far a backfill is, strongly consistent. One round trip.
 * @returns undefined if it never ran on the stage
 * @throws MalformedItemError if what is stored is something else
 */
export const getBackfillState = (
  client: DynamoDBDocumentClient,
  tables: Tables<'backfills'>,
  name: string,
): Promise<BackfillState | undefined> =>
  getItem(client, tables, 'backfills', { name }, BackfillState);

export type BackfillStates = ReturnType<typeof buildBackfillStates>;

export const buildBackfillStates = (
  client: DynamoDBDocumentClient,
  tables: Tables<'backfills'>,
) => ({
  isDone: async (name: string): Promise<boolean> =>
    (await getBackfillState(client, tables, name))?.status === 'done',

  /** Notes that a backfill has nothing to do: all that is stored has what it would add. */
  markDone: async ({ name, table }: Pick<BackfillState, 'name' | 'table'>): Promise<void> => {
    const now = new Date().toISOString();
    const Item: BackfillState = {
      ...{ name, table, status: 'done', startedAt: now, doneAt: now, version: 'none' },
      ...{ read: 0n, changed: 0n, malformed: 0n, runs: [] },
    };
    await client.send(new PutCommand({ TableName: tables.backfills, Item }));
  },

  /** Notes that a backfill has to run again: items may be stored that lack what it adds. */
  forget: async (name: string): Promise<void> => {
    await client.send(new DeleteCommand({ TableName: tables.backfills, Key: { name } }));
  },
});

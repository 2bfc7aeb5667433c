import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { createTable } from '../engine/tables.ts';

/** How far a function has read a table's stream. */
const Checkpoint = z.object({
  /** The function and the table. */
  name: z.string(),
  /** Names the stream: those of an earlier table do not count. */
  streamArn: z.string(),
  shardId: z.string(),
  /** The last sequence number that the function took. */
  sequenceNumber: z.string(),
});
export type Checkpoint = z.infer<typeof Checkpoint>;

const TableName = 'pet-store-local-checkpoints';

/**
 * Opens the checkpoints of an engine. They are in a table beside the streams, so that a copy of the database has those of its
 * time: a start with it reads on where it was.
 */
export const openCheckpoints = async (client: DynamoDBDocumentClient) => {
  await createTable(client, TableName, { key: { name: 'S' } });
  return {
    find: async (name: string) => {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: { name }, ConsistentRead: true }),
      );
      return Item && Checkpoint.parse(Item);
    },
    save: async (Item: Checkpoint) => {
      await client.send(new PutCommand({ TableName, Item }));
    },
  };
};
export type Checkpoints = Awaited<ReturnType<typeof openCheckpoints>>;

import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { v7 as uuidv7 } from 'uuid';
import type { Message, NewMessage } from './message.ts';

/** Seconds that a message is kept: 30 days. */
const KEPT = 30 * 24 * 60 * 60;

/**
 * Stores a message under a new id. One round trip.
 * @throws the errors of `lib/storage-errors.ts`; then there is no id
 */
export type CreateMessage = (message: NewMessage) => Promise<Message>;

/**
 * Builds createMessage over the `messages` table.
 * @param clock tells the time
 */
export const buildCreateMessage =
  (
    client: DynamoDBDocumentClient,
    table: string,
    clock: () => Date = () => new Date(),
  ): CreateMessage =>
  async ({ message }) => {
    const now = clock();
    const created: Message = {
      id: `msg_${uuidv7({ msecs: now.getTime() })}`,
      message,
      status: 'queued',
      createdAt: now.toISOString(),
    };
    // No condition: the id is this message's own, so a retry of the SDK writes the same item again.
    const expiresAt = Math.floor(now.getTime() / 1000) + KEPT;
    await client.send(new PutCommand({ TableName: table, Item: { ...created, expiresAt } }));
    return created;
  };

import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { v7 as uuidv7 } from 'uuid';
import type { Creation } from '../../lib/idempotency/create-once.ts';
import type { Message, NewMessage } from './message.ts';

/** Seconds that a message is kept: 30 days. */
const KEPT = 30 * 24 * 60 * 60;

/**
 * Builds the creation of messages over the `messages` table. One round trip, which throws the errors
 * of `lib/storage-errors.ts`.
 * @param clock tells the time
 */
export const buildMessageCreation = (
  client: DynamoDBDocumentClient,
  table: string,
  clock: () => Date = () => new Date(),
): Creation<NewMessage, Message> => {
  // No condition: the id is this message's own, so a put that is sent again writes the same item.
  const put = (message: Message) => ({
    TableName: table,
    Item: { ...message, expiresAt: Math.floor(Date.parse(message.createdAt) / 1000) + KEPT },
  });

  return {
    prepare: async ({ message }) => {
      const now = clock();
      return {
        id: `msg_${uuidv7({ msecs: now.getTime() })}`,
        message,
        status: 'queued',
        createdAt: now.toISOString(),
      };
    },
    store: async (message) => {
      await client.send(new PutCommand(put(message)));
    },
    parts: (message) => [{ Put: put(message) }],
  };
};

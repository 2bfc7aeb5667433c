import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { v7 as uuidv7 } from 'uuid';
import { buildCreateOnce, type Create } from '../../lib/idempotency/create-once.ts';
import { type Clock, systemClock } from '../../lib/process/clock.ts';
import type { TablesOf } from '../../lib/storage/tables.ts';
import { createMessage, Message, type MessageInput } from './contract.ts';

/** Seconds that a message is kept: 30 days. */
const TTL_SECONDS = 30 * 24 * 60 * 60;

/** Once for each idempotency key. One round trip. @throws the errors of `CreateOnce` */
export type CreateMessage = Create<MessageInput, Message>;

export const buildCreateMessage = (
  client: DynamoDBDocumentClient,
  tables: TablesOf<typeof createMessage.access>,
  clock: Clock = systemClock,
): CreateMessage => {
  const createOnce = buildCreateOnce(client, tables, createMessage, Message, clock);

  return async (input, idempotency) => {
    const now = clock();
    const message: Message = {
      id: `msg_${uuidv7({ msecs: now.getTime() })}`,
      message: input.message,
      status: 'queued',
      createdAt: now.toISOString(),
    };
    // No condition: the id is this message's own, so a put that is sent again writes the same item.
    const put = {
      TableName: tables.messages,
      Item: { ...message, expiresAt: Math.floor(now.getTime() / 1000) + TTL_SECONDS },
    };
    if (idempotency === undefined) {
      await client.send(new PutCommand(put));
      return { item: message, replayed: false };
    }
    const parts = { message: { Put: put } };
    const result = await createOnce({ idempotency, input, item: message, parts });
    if ('failed' in result) throw new Error('A write without a condition was refused');
    return result;
  };
};

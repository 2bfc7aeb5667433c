import { createDocumentClient } from '../../lib/dynamodb.ts';
import { operation } from '../../lib/http/operation.ts';
import { buildCreateOnce, type CreateOnce } from '../../lib/idempotency/create-once.ts';
import { buildSettle } from '../../lib/idempotency/settle.ts';
import { buildMessageCreation } from '../../lib/messages/create-message.ts';
import { Message, type NewMessage } from '../../lib/messages/message.ts';
import { tableName } from '../../lib/tables.ts';
import { createMessage } from './contract.ts';

const open = (client = createDocumentClient()) =>
  buildCreateOnce(
    buildMessageCreation(client, tableName('messages')),
    buildSettle(client, tableName('idempotencyKeys'), createMessage.operationId, Message),
  );

/** Answers createMessage from storage. */
export const createMessageHandler = (create: CreateOnce<NewMessage, Message> = open()) =>
  operation(createMessage, async ({ body, idempotency }) => {
    const { made, replayed } = await create(body, idempotency);
    return { body: made, replayed };
  });

export const handler = createMessageHandler();

import { createDocumentClient } from '../../lib/dynamodb.ts';
import { operation } from '../../lib/http/operation.ts';
import { buildCreateOnce, type CreateOnce } from '../../lib/idempotency/create-once.ts';
import { tableName } from '../../lib/tables.ts';
import { createMessage } from './contract.ts';
import { Message, type NewMessage } from './message.ts';
import { buildMessageCreation } from './store.ts';

const open = (client = createDocumentClient()) =>
  buildCreateOnce(
    client,
    tableName('idempotencyKeys'),
    createMessage.operationId,
    Message,
    buildMessageCreation(client, tableName('messages')),
  );

/** Answers createMessage from storage. */
export const createMessageHandler = (create: CreateOnce<NewMessage, Message> = open()) =>
  operation(createMessage, async ({ body, idempotency }) => {
    const { made, replayed } = await create(body, idempotency);
    return { body: made, replayed };
  });

export const handler = createMessageHandler();

import { createDocumentClient } from '../../lib/dynamodb.ts';
import { operation } from '../../lib/http/operation.ts';
import { buildCreateMessage, type CreateMessage } from '../../lib/messages/create-message.ts';
import { tableName } from '../../lib/tables.ts';
import { createMessage } from './contract.ts';

const open = () => buildCreateMessage(createDocumentClient(), tableName('messages'));

/** Answers createMessage from storage. */
export const createMessageHandler = (create: CreateMessage = open()) =>
  operation(createMessage, async ({ body }) => ({ body: await create(body) }));

export const handler = createMessageHandler();

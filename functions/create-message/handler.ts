import { createDocumentClient } from '../../lib/dynamodb.ts';
import { operation } from '../../lib/http/operation.ts';
import { tableName } from '../../lib/tables.ts';
import { createMessage } from './contract.ts';
import { buildCreateMessage, type CreateMessage } from './store.ts';

const open = () =>
  buildCreateMessage(createDocumentClient(), {
    messages: tableName('messages'),
    idempotencyKeys: tableName('idempotencyKeys'),
  });

/** Answers createMessage from storage. */
export const createMessageHandler = (create: CreateMessage = open()) =>
  operation(createMessage, async ({ body, idempotency }) => {
    const { item, replayed } = await create(body, idempotency);
    return { body: item, replayed };
  });

export const handler = createMessageHandler();

import { operation } from '../../lib/http/operation.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { createMessage } from './contract.ts';
import { buildCreateMessage, type CreateMessage } from './store.ts';

/** Answers createMessage from storage. */
export const createMessageHandler = (create: CreateMessage) =>
  operation(createMessage, async ({ body, idempotency }) => {
    const { item, replayed } = await create(body, idempotency);
    return { body: item, replayed };
  });

export const open = () =>
  createMessageHandler(
    buildCreateMessage(createDocumentClient(), {
      messages: tableName('messages'),
      idempotencyKeys: tableName('idempotencyKeys'),
    }),
  );

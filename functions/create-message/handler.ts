import { operation } from '../../lib/http/operation.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tablesOf } from '../../lib/storage/tables.ts';
import { createMessage } from './contract.ts';
import { buildCreateMessage, type CreateMessage } from './store.ts';

export const createMessageHandler = (create: CreateMessage) =>
  operation(createMessage, async ({ body, idempotency }) => {
    const { item, replayed } = await create(body, idempotency);
    return { body: item, replayed };
  });

export const open = () =>
  createMessageHandler(buildCreateMessage(createDocumentClient(), tablesOf(createMessage.access)));

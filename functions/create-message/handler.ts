import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { createMessage } from './contract.ts';
import { buildCreateMessage, type CreateMessage } from './store.ts';

export const createMessageHandler = (create: CreateMessage) =>
  operation(createMessage, async ({ body, idempotency }) => {
    const { item, replayed } = await create(body, idempotency);
    return { body: item, replayed };
  });

export const open = () =>
  createMessageHandler(openStorage(createMessage.access, buildCreateMessage));

import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { createMessage } from './contract.ts';
import { buildCreateMessage } from './store.ts';

export const open = (create = openStorage(createMessage.access, buildCreateMessage)) =>
  operation(createMessage, async ({ body, idempotency }) => {
    const { item, replayed } = await create(body, idempotency);
    return { body: item, replayed };
  });

import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { bookVisit } from './contract.ts';
import { buildBookVisit } from './store.ts';

export const open = (book = openStorage(bookVisit.access, buildBookVisit)) =>
  operation(bookVisit, async ({ query, body, idempotency }) => {
    const { item, replayed } = await book({ ...body, ...query }, idempotency);
    return { body: item, replayed };
  });

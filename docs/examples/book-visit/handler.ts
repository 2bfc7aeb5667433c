import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { bookVisit } from './contract.ts';
import { type BookVisit, buildBookVisit } from './store.ts';

export const bookVisitHandler = (book: BookVisit) =>
  operation(bookVisit, async ({ query, body, idempotency }) => {
    const { item, replayed } = await book({ ...body, ...query }, idempotency);
    return { body: item, replayed };
  });

export const open = () => bookVisitHandler(openStorage(bookVisit.access, buildBookVisit));

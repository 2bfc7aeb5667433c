import { operation } from '../../lib/http/operation.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tablesOf } from '../../lib/storage/tables.ts';
import { bookVisit } from './contract.ts';
import { type BookVisit, buildBookVisit } from './store.ts';

export const bookVisitHandler = (book: BookVisit) =>
  operation(bookVisit, async ({ query, body, idempotency }) => {
    const { item, replayed } = await book({ ...body, ...query }, idempotency);
    return { body: item, replayed };
  });

export const open = () =>
  bookVisitHandler(buildBookVisit(createDocumentClient(), tablesOf(bookVisit.access)));

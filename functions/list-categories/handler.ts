import { createDocumentClient } from '../../lib/dynamodb.ts';
import { decodeCursor } from '../../lib/http/cursor.ts';
import { nextLink } from '../../lib/http/next-link.ts';
import { operation } from '../../lib/http/operation.ts';
import { INT64_MIN } from '../../lib/int64.ts';
import { tableName } from '../../lib/tables.ts';
import { listCategories } from './contract.ts';
import { buildListCategories, type ListCategories } from './store.ts';

const open = () => buildListCategories(createDocumentClient(), tableName('categories'));

/** What the cursors of this list belong to. */
const LIST = 'categories';

/** Answers listCategories from storage. */
export const listCategoriesHandler = (list: ListCategories = open()) =>
  operation(listCategories, async ({ query: { limit = 20, cursor } }, event) => {
    // The first page begins before the lowest id that there can be.
    const after = cursor === undefined ? INT64_MIN - 1n : decodeCursor(cursor, LIST, INT64_MIN);
    const { items, next } = await list({ after, limit });
    return { body: items, headers: nextLink(event, { limit }, LIST, next) };
  });

export const handler = listCategoriesHandler();

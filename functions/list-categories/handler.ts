import { cursorFilter, decodeCursor, nextPage } from '../../lib/http/cursor.ts';
import { DEFAULT_LIMIT } from '../../lib/http/list-parameters.ts';
import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { INT64_MIN } from '../../lib/values/int64.ts';
import { listCategories } from './contract.ts';
import { buildListCategories } from './store.ts';

/** What the cursors of this list belong to. */
const FILTER = cursorFilter({ list: 'categories' });

export const open = (list = openStorage(listCategories.access, buildListCategories)) =>
  operation(listCategories, async ({ query: { limit = DEFAULT_LIMIT, cursor } }) => {
    // The first page begins before the lowest id that there can be.
    const after = cursor === undefined ? INT64_MIN - 1n : decodeCursor(cursor, FILTER, INT64_MIN);
    const { items, next } = await list({ after, limit });
    return { body: items, next: nextPage({ limit }, FILTER, next) };
  });

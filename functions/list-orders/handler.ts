import { cursorFilter, decodeCursor } from '../../lib/http/cursor.ts';
import { DEFAULT_LIMIT } from '../../lib/http/list-parameters.ts';
import { nextLink } from '../../lib/http/next-link.ts';
import { operation } from '../../lib/http/operation.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { INT64_MAX } from '../../lib/values/int64.ts';
import { listOrders } from './contract.ts';
import { buildListOrders, type ListOrders } from './store.ts';

/** Answers listOrders from storage. */
export const listOrdersHandler = (list: ListOrders) =>
  operation(
    listOrders,
    async ({ accountId, query: { limit = DEFAULT_LIMIT, status, cursor } }, event) => {
      const filter = cursorFilter({ list: 'orders', status });
      const after = cursor === undefined ? INT64_MAX : decodeCursor(cursor, filter);
      const { items, next } = await list({ accountId, after, limit, status });
      return { body: items, headers: nextLink(event, { limit, status }, filter, next) };
    },
  );

export const open = () =>
  listOrdersHandler(buildListOrders(createDocumentClient(), tableName('orders')));

import { cursorFilter, decodeCursor, nextPage } from '../../lib/http/cursor.ts';
import { DEFAULT_LIMIT } from '../../lib/http/list-parameters.ts';
import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { INT64_MAX } from '../../lib/values/int64.ts';
import { listOrders } from './contract.ts';
import { buildListOrders } from './store.ts';

export const open = (list = openStorage(listOrders.access, buildListOrders)) =>
  operation(
    listOrders,
    async ({ caller: { accountId }, query: { limit = DEFAULT_LIMIT, status, cursor } }) => {
      const filter = cursorFilter({ list: 'orders', status });
      const after = cursor === undefined ? INT64_MAX : decodeCursor(cursor, filter);
      const { items, next } = await list({ accountId, after, limit, status });
      return { body: items, next: nextPage({ limit, status }, filter, next) };
    },
  );

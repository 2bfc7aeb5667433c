import { toCategory } from '../../lib/categories/stored-category.ts';
import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { putCategory } from './contract.ts';
import { buildPutCategory } from './store.ts';

export const open = (put = openStorage(putCategory.access, buildPutCategory)) =>
  operation(putCategory, async ({ caller: { accountId }, path, headers, body }) => {
    const { 'If-Match': ifMatch, 'If-None-Match': ifNoneMatch } = headers;
    const how = { accountId, ifMatch, ifNoneMatch };
    const { category, isNew } = await put(path.categoryId, body, how);
    return { isNew, body: toCategory(category), etag: category.revision };
  });

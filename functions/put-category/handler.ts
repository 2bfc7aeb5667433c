import { toCategory } from '../../lib/categories/stored-category.ts';
import { operation } from '../../lib/http/operation.ts';
import type { IfMatch } from '../../lib/revisions/if-match.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { putCategory } from './contract.ts';
import { buildPutCategory, type Expected, type PutCategory } from './store.ts';

export const putCategoryHandler = (put: PutCategory) =>
  operation(putCategory, async ({ caller: { accountId }, path, headers, body }) => {
    const expected = expectedBy(headers);
    const { category, isNew } = await put(path.categoryId, body, { accountId, expected });
    return { isNew, body: toCategory(category), etag: category.revision };
  });

const expectedBy = (headers: {
  readonly 'If-Match'?: IfMatch | undefined;
  readonly 'If-None-Match'?: '*' | undefined;
}): Expected => {
  if (headers['If-None-Match'] !== undefined) return { kind: 'none' };
  const ifMatch = headers['If-Match'];
  return ifMatch === undefined ? { kind: 'either' } : { kind: 'one', ifMatch };
};

export const open = () => putCategoryHandler(openStorage(putCategory.access, buildPutCategory));

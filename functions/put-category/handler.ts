import { toCategory } from '../../lib/categories/stored-category.ts';
import { operation } from '../../lib/http/operation.ts';
import { entityTag } from '../../lib/revisions/entity-tag.ts';
import type { IfMatch } from '../../lib/revisions/if-match.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { putCategory } from './contract.ts';
import { buildPutCategory, type Expected, type PutCategory } from './store.ts';

/** Answers putCategory from storage. */
export const putCategoryHandler = (put: PutCategory) =>
  operation(putCategory, async ({ accountId, path: { categoryId }, headers, body }) => {
    const expected = expectedBy(headers);
    const { category, isNew } = await put(categoryId, body, { accountId, expected });
    return {
      isNew,
      body: toCategory(category),
      headers: { ETag: entityTag(category.revision) },
    };
  });

const expectedBy = (headers: {
  readonly 'If-Match'?: IfMatch | undefined;
  readonly 'If-None-Match'?: '*' | undefined;
}): Expected => {
  if (headers['If-None-Match'] !== undefined) return { kind: 'none' };
  const ifMatch = headers['If-Match'];
  return ifMatch === undefined ? { kind: 'either' } : { kind: 'one', ifMatch };
};

export const open = () =>
  putCategoryHandler(buildPutCategory(createDocumentClient(), tableName('categories')));

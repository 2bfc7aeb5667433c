import { toCategory } from '../../lib/categories/stored-category.ts';
import { operation } from '../../lib/http/operation.ts';
import { entityTag } from '../../lib/revisions/entity-tag.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { getCategory } from './contract.ts';
import { buildGetCategory, type GetCategory } from './store.ts';

/** Answers getCategory from storage. */
export const getCategoryHandler = (get: GetCategory) =>
  operation(getCategory, async ({ path: { categoryId } }) => {
    const category = await get(categoryId);
    return { body: toCategory(category), headers: { ETag: entityTag(category.revision) } };
  });

export const open = () =>
  getCategoryHandler(buildGetCategory(createDocumentClient(), tableName('categories')));

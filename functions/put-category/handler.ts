import { toCategory } from '../../lib/categories/stored-category.ts';
import { createDocumentClient } from '../../lib/dynamodb.ts';
import { entityTag } from '../../lib/http/entity-tag.ts';
import { operation } from '../../lib/http/operation.ts';
import { tableName } from '../../lib/tables.ts';
import { putCategory } from './contract.ts';
import { buildPutCategory, type PutCategory } from './store.ts';

const open = () => buildPutCategory(createDocumentClient(), tableName('categories'));

/** Answers putCategory from storage. */
export const putCategoryHandler = (put: PutCategory = open()) =>
  operation(putCategory, async ({ accountId, path: { categoryId }, headers, body }) => {
    const onlyNew = headers['If-None-Match'] === undefined ? undefined : false;
    const { category, isNew } = await put(categoryId, body, {
      accountId,
      ifMatch: headers['If-Match'],
      // With * the value is undefined: any state will do, but there must be one.
      mustExist: 'If-Match' in headers ? true : onlyNew,
    });
    return {
      isNew,
      body: toCategory(category),
      headers: { ETag: entityTag(category.revision) },
    };
  });

export const handler = putCategoryHandler();

import * as z from 'zod/mini';
import { categoryId } from '../../lib/categories/category.ts';
import { contract } from '../../lib/http/contract.ts';
import { conditionalWrite } from '../../lib/revisions/entity-tags.ts';

export const deleteCategory = contract({
  operationId: 'deleteCategory',
  tag: 'Categories',
  method: 'DELETE',
  path: '/categories/{categoryId}',
  stability: 'beta',
  summary: 'Delete a category',
  description:
    'Only the account that created the category may delete it. Pets keep its id. Any account may create a category with this id again. A second delete is 404, and so is the repetition of one whose answer was lost.',
  request: { path: z.object({ categoryId }), headers: conditionalWrite },
  success: { status: 204 },
  examples: {
    category: {
      summary: 'In any state',
      after: { category: 'putCategory.new' },
      request: { path: { categoryId: '{category.id}' } },
    },
    unchanged: {
      summary: 'Only if nobody has changed it',
      after: { category: 'putCategory.new' },
      request: {
        path: { categoryId: '{category.id}' },
        headers: { 'If-Match': '{category@ETag}' },
      },
    },
  },
  errors: ['not_owner', 'category_not_found', 'precondition_failed'],
  access: [{ table: 'categories', actions: ['DeleteItem'] }],
});

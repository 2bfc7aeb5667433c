import * as z from 'zod/mini';
import { Category, categoryId } from '../../lib/categories/category.ts';
import { contract } from '../../lib/http/contract.ts';
import { conditionalRead } from '../../lib/revisions/entity-tags.ts';

export const getCategory = contract({
  operationId: 'getCategory',
  tag: 'Categories',
  method: 'GET',
  path: '/categories/{categoryId}',
  stability: 'beta',
  summary: 'Get one category',
  description: 'Categories of all accounts. An id that is not an int64 in plain digits is 404.',
  request: { path: z.object({ categoryId }), headers: conditionalRead },
  success: { status: 200, body: Category, headers: ['ETag'] },
  examples: {
    category: {
      summary: 'A category',
      after: { category: 'putCategory.new' },
      request: { path: { categoryId: '{category.id}' } },
      answer: { id: 2n, name: 'Dogs' },
    },
  },
  errors: ['category_not_found'],
  access: [{ table: 'categories', actions: ['GetItem'] }],
});

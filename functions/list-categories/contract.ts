import * as z from 'zod/mini';
import { Category } from '../../lib/categories/category.ts';
import { contract } from '../../lib/http/contract.ts';
import { cursorParameter, limitParameter } from '../../lib/http/list-parameters.ts';
import { described } from '../../lib/values/described.ts';

export const Categories = described(
  z.array(Category),
  'Categories in ascending order of id, negative ids first.',
  { id: 'Categories', maxItems: 100 },
);

export const listCategories = contract({
  operationId: 'listCategories',
  tag: 'Categories',
  method: 'GET',
  path: '/categories',
  stability: 'beta',
  summary: 'List categories in ascending order of id',
  description:
    'Categories of all accounts. Every page is full but the last. Follow the URL in the `Link` header with `rel="next"` as it is; the last page has none.',
  request: { query: z.object({ limit: limitParameter('categories'), cursor: cursorParameter }) },
  success: { status: 200, body: Categories, headers: ['Link'] },
  examples: {
    page: {
      summary: 'A page of one',
      after: { category: 'putCategory.new' },
      answer: [{ id: 2n, name: 'Dogs' }],
    },
  },
  errors: ['validation_failed', 'invalid_cursor'],
  access: [{ table: 'categories', actions: ['Query'] }],
});

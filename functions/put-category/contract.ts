import * as z from 'zod/mini';
import { Category, categoryId } from '../../lib/categories/category.ts';
import { bodyOf, contract } from '../../lib/http/contract.ts';
import { conditionalWrite } from '../../lib/revisions/entity-tags.ts';
import { described } from '../../lib/values/described.ts';
import { visibleName } from '../../lib/values/visible-name.ts';

export const CategoryInput = bodyOf(
  'CategoryInput',
  'A category to be. Other members are ignored.',
  { name: visibleName },
);
export type CategoryInput = z.infer<typeof CategoryInput>;

export const putCategory = contract({
  operationId: 'putCategory',
  tag: 'Categories',
  method: 'PUT',
  path: '/categories/{categoryId}',
  stability: 'beta',
  summary: 'Create a category, or change its name',
  description:
    'The answer is 201 if the category is new, and 200 if it was there. Any int64 is a valid id. A category belongs to the account that created it; others cannot change it. With `If-None-Match: *` the request only creates: of several at once one is 201, and the others are 412, or 403 if they come from another account. With `If-Match` it only changes, and only what nobody else has changed since you read it.',
  request: {
    path: z.object({ categoryId }),
    headers: z
      .object({
        ...conditionalWrite.shape,
        'If-None-Match': described(
          z.optional(z.pipe(z.string(), z.literal('*', { error: 'must be *' }))),
          'Creates the category only if there is none with this id: `*`.',
          // No const in the document: a generator of Python clients leaves such an operation out.
          { pattern: '^\\*$', maxLength: 1 },
        ),
      })
      .check(
        z.refine(
          (headers) => headers['If-Match'] === undefined || headers['If-None-Match'] === undefined,
          {
            path: ['If-None-Match'],
            error: 'must not come together with If-Match',
          },
        ),
      ),
    body: CategoryInput,
  },
  success: { status: 200, statusIfNew: 201, body: Category, headers: ['ETag'] },
  examples: {
    new: {
      summary: 'A category with an id that none has',
      after: { pet: 'createPet.least' },
      request: {
        path: { categoryId: '{pet.id}' },
        headers: { 'If-None-Match': '*' },
        body: { name: 'Dogs' },
      },
      status: 201,
      answer: { id: 2n, name: 'Dogs' },
    },
    renamed: {
      summary: 'Another name for a category that nobody else has changed',
      after: { category: 'putCategory.new' },
      request: {
        path: { categoryId: '{category.id}' },
        headers: { 'If-Match': '{category@ETag}' },
        body: { name: 'Dogs and puppies' },
      },
      answer: { id: 2n, name: 'Dogs and puppies' },
    },
  },
  errors: ['not_owner', 'category_not_found', 'precondition_failed'],
  access: [{ table: 'categories', actions: ['UpdateItem'] }],
});

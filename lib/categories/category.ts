import * as z from 'zod/mini';
import { idParameter } from '../http/id-parameter.ts';
import { int64 } from '../values/int64.ts';
import { visibleName } from '../values/visible-name.ts';

export const Category = z
  .object({
    id: int64.check(z.meta({ description: 'What pets carry as `categoryId`. Clients choose it.' })),
    name: visibleName,
  })
  .check(z.meta({ id: 'Category', description: 'Says what a `categoryId` of pets means.' }));
export type Category = z.infer<typeof Category>;

export const categoryId = idParameter('category_not_found', "The category's id.");

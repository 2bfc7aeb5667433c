import type * as z from 'zod/mini';
import { idParameter } from '../http/id-parameter.ts';
import { component, described } from '../values/described.ts';
import { INT64, int64, parseInt64 } from '../values/int64.ts';
import { visibleName } from '../values/visible-name.ts';

export const Category = component('Category', 'Says what a `categoryId` of pets means.', {
  id: described(int64, 'What pets carry as `categoryId`. Clients choose it.'),
  name: visibleName,
});
export type Category = z.infer<typeof Category>;

export const categoryId = idParameter(
  'category_not_found',
  "The category's id.",
  parseInt64,
  INT64,
);

import * as z from 'zod/mini';
import { INT64, int64, parseInt64 } from '../int64.ts';
import { visibleName } from '../visible-name.ts';

/** A name of an id that pets carry. */
export const Category = z
  .object({
    id: int64.check(z.meta({ description: 'What pets carry as `categoryId`. Clients choose it.' })),
    name: visibleName,
  })
  .check(z.meta({ id: 'Category', description: 'Says what a `categoryId` of pets means.' }));
export type Category = z.infer<typeof Category>;

/** The path parameter `categoryId`. Undefined where the text is not an int64: no category can have such an id. */
export const categoryId = z
  .pipe(z.string(), z.transform(parseInt64))
  .check(z.meta({ ...INT64, description: "The category's id." }));

import * as z from 'zod/mini';
import { INT64, parseInt64 } from '../int64.ts';

/** The path parameter `petId`. Undefined where the text is not an int64: no pet can have such an id. */
export const petId = z
  .pipe(z.string(), z.transform(parseInt64))
  .check(z.meta({ ...INT64, description: "The pet's id." }));

import { COMMON_HEADERS, REQUEST_ID_HEADER } from '../../../lib/http/headers.ts';
import { writeJson } from '../../../lib/values/json.ts';
import type { JsonObject } from '../document/json.ts';

/**
 * An OpenAPI document for Swagger UI, which rounds an int64 to a JavaScript number: examples become text. What answers repeat is
 * left out: with it an operation takes three times the room, and twice the time to open.
 */
export const browserDocument = (document: JsonObject): JsonObject =>
  JSON.parse(
    JSON.stringify(document, function (this: JsonObject, name, value: unknown) {
      if (isLeftOut(name, this)) return undefined;
      // Of all that has a summary, only an example has a value.
      return name === 'value' && 'summary' in this ? writeJson(value, 2) : value;
    }),
  );

const OF_ALL_ANSWERS: readonly string[] = [REQUEST_ID_HEADER, ...Object.keys(COMMON_HEADERS)];

const OF_ERRORS: readonly string[] = ['content', 'headers'];

/** Headers of every answer, all of an error but its description, and an idempotency key that only Postman makes new. */
const isLeftOut = (name: string, parent: JsonObject): boolean =>
  OF_ALL_ANSWERS.includes(name) ||
  (OF_ERRORS.includes(name) && parent['x-error-codes'] !== undefined) ||
  (name === 'examples' && parent['name'] === 'Idempotency-Key');

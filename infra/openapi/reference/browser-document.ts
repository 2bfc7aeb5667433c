import { COMMON_HEADERS, REQUEST_ID_HEADER } from '../../../lib/http/headers.ts';
import { writeJson } from '../../../lib/values/json.ts';
import { isObject, type Json, type JsonObject } from '../document/json.ts';

/**
 * An OpenAPI document for Swagger UI, which rounds an int64 to a JavaScript number. Examples become
 * text. What every answer repeats is left out. So are patterns, as Swagger UI makes random texts of them, for half of the
 * time that it takes to open an operation. The list shows what is beta.
 */
export const browserDocument = (document: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(document)
      .filter(([name, value]) => !isPattern(name, value))
      .filter(([name]) => !isLeftOut(name, document))
      .map(([name, value]) => [name, convertMember(name, value, document)]),
  );

const convertMember = (name: string, value: Json | undefined, parent: JsonObject) => {
  if (name === 'examples' && isObject(value)) return examplesAsText(value);
  // Swagger UI has no field for the items of such a list, and warns.
  if (name === 'items' && isObject(value)) return browserDocument({ ...value, format: undefined });
  if (name === 'summary' && isUnstable(parent)) return `${value} (${parent['x-stability']})`;
  return convert(value);
};

const isUnstable = (object: JsonObject): boolean =>
  (object['x-stability'] ?? 'stable') !== 'stable';

const EVERYWHERE: readonly string[] = [REQUEST_ID_HEADER, ...Object.keys(COMMON_HEADERS)];

/** Whether a member is the pattern of a schema, not a schema of that name. */
const isPattern = (name: string, value: Json | undefined): boolean =>
  name === 'pattern' && typeof value === 'string';

const OF_ERRORS: readonly string[] = ['content', 'headers'];

/**
 * The headers of every answer; of errors all but the description, which has codes and messages; links, which are for
 * programs; an idempotency key that only Postman fills in.
 */
const isLeftOut = (name: string, parent: JsonObject): boolean =>
  EVERYWHERE.includes(name) ||
  (OF_ERRORS.includes(name) && parent['x-error-codes'] !== undefined) ||
  (name === 'examples' && parent['name'] === 'Idempotency-Key') ||
  (name === 'links' && 'description' in parent);

const convert = (value: Json | undefined): Json | undefined => {
  if (Array.isArray(value)) return value.map((item) => convert(item) ?? null);
  return isObject(value) ? browserDocument(value) : value;
};

const examplesAsText = (examples: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(examples).map(([name, example]) => [
      name,
      isObject(example) ? { ...example, value: writeJson(example['value'], 2) } : example,
    ]),
  );

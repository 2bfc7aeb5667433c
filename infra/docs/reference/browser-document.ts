import { writeJson } from '../../../lib/json.ts';
import { isObject, type Json, type JsonObject } from '../openapi/json.ts';

/**
 * An OpenAPI document for Swagger UI, which rounds an int64 to a JavaScript number. Examples become
 * text. Bounds that a number cannot hold are left out: `format` gives them.
 */
export const browserDocument = (document: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(document)
      .filter(([, value]) => !isInexact(value))
      .map(([name, value]) => [
        name,
        name === 'examples' && isObject(value) ? examplesAsText(value) : convert(value),
      ]),
  );

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

const isInexact = (value: Json | undefined): boolean =>
  typeof value === 'bigint' && BigInt.asIntN(54, value) !== value;

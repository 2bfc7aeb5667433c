import type * as z from 'zod';

/** A JSON object. Members that are undefined are left out when it is written. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON Schema, as zod writes it. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** The schemas of the document, by their names. */
export type Components = Readonly<Record<string, JsonSchema>>;

/** An object with a value for each of these names. */
export const objectOf = <Name extends number | string>(
  names: readonly Name[],
  make: (name: Name) => unknown,
): JsonObject => Object.fromEntries(names.map((name) => [name, make(name)]));

import * as z from 'zod';

/** A JSON value; whole numbers may be bigints, as the bounds of an int64 are. */
export type Json =
  | bigint
  | boolean
  | null
  | number
  | string
  | readonly Json[]
  | { readonly [member: string]: Json | undefined };

/** A JSON object. Members that are undefined are left out when it is written. */
export type JsonObject = Readonly<Record<string, Json | undefined>>;

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws Error if a value is not an object */
export const object = (value: Json | undefined): JsonObject => {
  if (!isObject(value)) throw new Error('A part of the document is not an object');
  return value;
};

/** Reads a value of the code as JSON. */
export const JsonValue: z.ZodType<Json> = z.lazy(() =>
  z.union([
    z.bigint(),
    z.boolean(),
    z.null(),
    z.number(),
    z.string(),
    z.array(JsonValue),
    z.record(z.string(), JsonValue),
  ]),
);

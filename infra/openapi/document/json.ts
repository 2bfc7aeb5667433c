/** A JSON object. Members that are undefined are left out when it is written. */
export type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws Error if a value is not an object */
export const object = (value: unknown): JsonObject => {
  if (!isObject(value)) throw new Error('A part of the document is not an object');
  return value;
};

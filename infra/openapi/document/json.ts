/** A JSON object. Members that are undefined are left out when it is written. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** @throws Error if a value is not an object */
export const object = (value: unknown): JsonObject => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new Error('A part of the document is not an object');
};

/** An object with a value for each of these names. */
export const objectOf = <Name extends number | string>(
  names: readonly Name[],
  make: (name: Name) => unknown,
): JsonObject => Object.fromEntries(names.map((name) => [name, make(name)]));

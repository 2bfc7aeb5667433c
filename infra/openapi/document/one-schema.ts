import { type JsonObject, object } from './json.ts';
import { referenceName, resolve } from './schemas.ts';

/*
 * Of several schemas for one object, generators make what no answer fits: ogen and the PHP, Kotlin and TypeScript of
 * openapi-generator read a pet's event as an order's. With a discriminator, those for Rust and ogen refuse a type of
 * event that comes later. So the published document has one schema with the members of all.
 */

/** Replaces those components that are one of several others by one with the members of all. */
export const withOneSchemaEach = (components: JsonObject): JsonObject => {
  const several = Object.entries(components).flatMap(([name, schema]) => {
    const { oneOf, ...rest } = object(schema);
    return Array.isArray(oneOf) ? [{ name, rest, oneOf: oneOf.map(object) }] : [];
  });
  const replaced = several.flatMap(({ oneOf }) => oneOf.map(referenceName));
  const merged = several.map(({ name, rest, oneOf }) => {
    const schema = {
      ...mergeObjects(
        oneOf.map((each) => resolve(each, components)),
        components,
      ),
      ...rest,
    };
    return [name, schema] as const;
  });
  const others = Object.entries(components).filter(([name]) => !replaced.includes(name));
  return Object.fromEntries(
    [...others, ...merged].sort(([one], [other]) => (one < other ? -1 : 1)),
  );
};

const mergeObjects = (schemas: readonly JsonObject[], components: JsonObject): JsonObject => {
  const members = schemas.map(({ properties }) => object(properties));
  const names = new Set(members.flatMap((each) => Object.keys(each)));
  const required = schemas.map((schema) =>
    Array.isArray(schema['required']) ? schema['required'] : [],
  );
  const properties = [...names].map((name) => {
    const found = members.flatMap((each) => (each[name] === undefined ? [] : [object(each[name])]));
    return [name, mergeMember(found, components)] as const;
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: [...names].filter((name) => required.every((each) => each.includes(name))),
    ...descriptionOf(schemas),
  };
};

const mergeMember = (schemas: readonly JsonObject[], components: JsonObject): JsonObject => {
  const [first, ...others] = schemas.map((schema) =>
    JSON.stringify({ ...schema, description: null }),
  );
  if (others.every((each) => each === first)) return { ...schemas[0], ...descriptionOf(schemas) };
  const found = schemas.map((schema) => resolve(schema, components));
  if (found[0]?.['type'] === 'object') return mergeObjects(found, components);
  const values = found.flatMap((schema) => (Array.isArray(schema['enum']) ? schema['enum'] : []));
  // Not an enum: an object that joins these brings other values.
  return {
    type: 'string',
    pattern: '^[a-z_]+$',
    maxLength: 64,
    ...descriptionOf(found),
    'x-extensible-enum': values,
  };
};

/** The sentences of all, each once. */
const descriptionOf = (schemas: readonly JsonObject[]): JsonObject => {
  const sentences = schemas.flatMap(({ description }) =>
    typeof description === 'string' ? description.split(/(?<=\.) /) : [],
  );
  return sentences.length > 0 ? { description: [...new Set(sentences)].join(' ') } : {};
};

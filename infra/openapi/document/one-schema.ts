import { type JsonObject, object } from './json.ts';
import { type Member, membersOf, referenceName, resolve } from './schemas.ts';

/*
 * Of several schemas for one object, generators make what no answer fits: ogen and the PHP, Kotlin and TypeScript of
 * openapi-generator read a pet's event as an order's. With a discriminator, those for Rust and ogen refuse a type of
 * event that comes later. So the published document has one schema with the members of all.
 */

/** Replaces those components that are one of several others by one with the members of all. */
export const withOneSchemaEach = (components: JsonObject): JsonObject => {
  const result: Record<string, unknown> = { ...components };
  for (const [name, schema] of Object.entries(components)) {
    const { oneOf, ...rest } = object(schema);
    if (!Array.isArray(oneOf)) continue;
    const schemas = oneOf.map(object);
    for (const each of schemas) delete result[referenceName(each) ?? name];
    const found = schemas.map((each) => resolve(each, components));
    result[name] = { ...mergeObjects(found, components), ...rest };
  }
  return result;
};

const mergeObjects = (schemas: readonly JsonObject[], components: JsonObject): JsonObject => {
  const members = [...Map.groupBy(schemas.flatMap(membersOf), ({ name }) => name)];
  return {
    type: 'object',
    properties: Object.fromEntries(
      members.map(([name, found]) => [name, mergeMember(found, components)]),
    ),
    required: members
      .filter(([, found]) => found.filter(({ required }) => required).length === schemas.length)
      .map(([name]) => name),
    ...descriptionOf(schemas),
  };
};

const mergeMember = (members: readonly Member[], components: JsonObject): JsonObject => {
  const schemas = members.map(({ schema }) => schema);
  const texts = schemas.map((schema) => JSON.stringify({ ...schema, description: null }));
  if (new Set(texts).size === 1) return { ...schemas[0], ...descriptionOf(schemas) };
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

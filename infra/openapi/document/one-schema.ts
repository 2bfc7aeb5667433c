import type { Components, JsonSchema } from './json.ts';
import { type Member, membersOf, referenceName, resolve } from './schemas.ts';

/*
 * Of several schemas for one object, generators make what no answer fits: ogen and the PHP, Kotlin and TypeScript of
 * openapi-generator read a pet's event as an order's. With a discriminator, those for Rust and ogen refuse a type of
 * event that comes later. So the published document has one schema with the members of all.
 */

/** Replaces those components that are one of several others by one with the members of all. */
export const withOneSchemaEach = (components: Components): Components => {
  const result: Record<string, JsonSchema> = { ...components };
  for (const [name, schema] of Object.entries(components)) {
    const { oneOf, ...rest } = schema;
    if (oneOf === undefined) continue;
    for (const each of oneOf) delete result[referenceName(each) ?? name];
    const found = oneOf.map((each) => resolve(each, components));
    result[name] = { ...mergeObjects(found, components), ...rest };
  }
  return result;
};

const mergeObjects = (schemas: readonly JsonSchema[], components: Components): JsonSchema => {
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

const mergeMember = (members: readonly Member[], components: Components): JsonSchema => {
  const schemas = members.map(({ schema }) => schema);
  const texts = schemas.map((schema) => JSON.stringify({ ...schema, description: null }));
  if (new Set(texts).size === 1) return { ...schemas[0], ...descriptionOf(schemas) };
  const found = schemas.map((schema) => resolve(schema, components));
  if (found[0]?.type === 'object') return mergeObjects(found, components);
  const values = found.flatMap((schema) => schema.enum ?? []);
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
const descriptionOf = (schemas: readonly JsonSchema[]): JsonSchema => {
  const sentences = schemas.flatMap(({ description }) => description?.split(/(?<=\.) /) ?? []);
  return sentences.length > 0 ? { description: [...new Set(sentences)].join(' ') } : {};
};

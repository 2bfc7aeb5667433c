import * as z from 'zod';
import type { Schema } from '../../../lib/values/schema.ts';
import type { Components, JsonSchema } from './json.ts';

/** The JSON Schema of what is sent (`input`) or received (`output`); a reference if it has an id. */
export const schemaOf = (schema: Schema, io: 'input' | 'output'): JsonSchema =>
  // A schema with an id is a definition only where another one refers to it.
  schemaIn(convert({ root: schema }, io).properties?.['root']);

/** The parameters or headers that a schema reads. */
export const parametersOf = (schema: Schema | undefined): readonly Member[] =>
  schema ? membersOf(schemaOf(schema, 'input')) : [];

/** The JSON Schemas that the others refer to, by their ids. */
export const definitionsOf = (schemas: readonly (Schema | undefined)[], io: 'input' | 'output') => {
  const given = schemas.filter((schema) => schema !== undefined);
  return convert(Object.fromEntries(given.entries()), io).$defs;
};

const convert = (schemas: Readonly<Record<string, Schema>>, io: 'input' | 'output'): JsonSchema => {
  const converted = z.toJSONSchema(z.object(schemas), {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      // Answers may get new members, so only a strict object forbids others.
      if (def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
      // Generators have a type for one of several, and not for any of them.
      if (def.type === 'union' && jsonSchema.anyOf) {
        jsonSchema.oneOf = jsonSchema.anyOf;
        delete jsonSchema.anyOf;
      }
      // Parameters are read from text, which JSON Schema does not describe. The handler has their
      // defaults.
      if (jsonSchema.type === 'integer') delete jsonSchema.pattern;
      const byDefault = z.globalRegistry.get(zodSchema)?.['default'];
      if (typeof byDefault === 'number') jsonSchema.default = byDefault;
    },
  });
  const text = JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/');
  return schemaIn(JSON.parse(text));
};

/** A member of an object, or a parameter. */
export type Member = ReturnType<typeof membersOf>[number];

/**
 * The members of what a schema describes.
 * @throws Error if it does not describe an object
 */
export const membersOf = ({ properties, required = [] }: JsonSchema) => {
  if (properties === undefined) throw new Error('A part of the document is not an object');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema: schemaIn(schema),
    required: required.includes(name),
  }));
};

/** The name of the component that a reference leads to. */
export const referenceName = ({ $ref }: JsonSchema): string | undefined =>
  $ref?.replace(/.*\//, '');

/** A schema, or the component that it refers to. */
export const resolve = (schema: JsonSchema, components: Components): JsonSchema => {
  const name = referenceName(schema);
  return name === undefined ? schema : schemaIn(components[name], name);
};

/**
 * A schema within another one.
 * @throws Error if it is missing, a boolean or a list: contracts have none of these
 */
export const schemaIn = (part: JsonSchema['items'], what = 'A part'): JsonSchema => {
  if (typeof part === 'object' && !Array.isArray(part)) return part;
  throw new Error(`${what} of the document is not a schema`);
};

import * as z from 'zod';
import type { Schema } from '../../../lib/values/schema.ts';
import { type JsonObject, object } from './json.ts';

/** The JSON Schema of what is sent (`input`) or received (`output`); a reference if it has an id. */
export const schemaOf = (schema: Schema, io: 'input' | 'output'): JsonObject =>
  // A schema with an id is a definition only where another one refers to it.
  object(object(convert({ root: schema }, io)['properties'])['root']);

/** The parameters or headers that a schema reads. */
export const parametersOf = (schema: Schema | undefined): readonly Member[] =>
  schema ? membersOf(schemaOf(schema, 'input')) : [];

/** The JSON Schemas that the others refer to, by their ids. */
export const definitionsOf = (schemas: readonly (Schema | undefined)[], io: 'input' | 'output') => {
  const given = schemas.filter((schema) => schema !== undefined);
  return object(convert(Object.fromEntries(given.entries()), io)['$defs'] ?? {});
};

const convert = (schemas: Readonly<Record<string, Schema>>, io: 'input' | 'output'): JsonObject => {
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
  return object(JSON.parse(text));
};

/** A member of an object, or a parameter. */
export type Member = ReturnType<typeof membersOf>[number];

/**
 * The members of what a schema describes.
 * @throws Error if it does not describe an object
 */
export const membersOf = ({ properties, required }: JsonObject) => {
  const names = Array.isArray(required) ? required : [];
  return Object.entries(object(properties)).map(([name, schema]) => ({
    name,
    schema: object(schema),
    required: names.includes(name),
  }));
};

/** The name of the component that a reference leads to. */
export const referenceName = ({ $ref }: JsonObject): string | undefined =>
  typeof $ref === 'string' ? $ref.replace(/.*\//, '') : undefined;

/** A schema, or the component that it refers to. */
export const resolve = (schema: JsonObject, components: JsonObject): JsonObject => {
  const name = referenceName(schema);
  return name === undefined ? schema : object(components[name]);
};

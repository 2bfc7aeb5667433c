import type { ApiName, Contract } from '../../lib/http/contract.ts';
import { IdempotencyKey } from '../../lib/idempotency/idempotency-key.ts';
import type { Schema } from '../../lib/schema.ts';
import { isObject, type JsonObject } from './json.ts';
import { content, examplesOf, responsesOf } from './responses.ts';
import type { SchemaCollector } from './schemas.ts';

/** The tag of each API's operations. */
export const TAGS: Readonly<Record<ApiName, string>> = { pets: 'Pets', quickstart: 'Quickstart' };

/** What the document says of one operation. */
export const operationObject = (contract: Contract, schemas: SchemaCollector): JsonObject => {
  const { operationId, api, summary, description, request, deprecation, stability } = contract;
  const parameters = [
    ...parametersOf(request.path, 'path', schemas),
    ...parametersOf(request.query, 'query', schemas),
    ...(request.idempotencyKey ? [idempotencyKeyParameter(schemas)] : []),
  ];
  return {
    operationId,
    tags: [TAGS[api]],
    summary,
    description: deprecation
      ? `${description}\n\nDeprecated: \`GET ${deprecation.successor}\` replaces it.`
      : description,
    ...(parameters.length > 0 && { parameters }),
    ...(request.body && {
      requestBody: {
        required: true,
        description: 'JSON in UTF-8.',
        content: content(
          schemas.schemaOf(request.body, 'input'),
          examplesOf(request.examples ?? {}),
        ),
      },
    }),
    responses: responsesOf(contract, schemas),
    ...(deprecation && {
      deprecated: true,
      'x-sunset': deprecation.sunset.toISOString().slice(0, 10),
    }),
    'x-stability': stability ?? 'stable',
  };
};

const idempotencyKeyParameter = (schemas: SchemaCollector): JsonObject => {
  const { description, ...schema } = schemas.schemaOf(IdempotencyKey, 'input');
  return { name: 'Idempotency-Key', in: 'header', required: false, description, schema };
};

const parametersOf = (
  schema: Schema | undefined,
  place: 'path' | 'query',
  schemas: SchemaCollector,
): readonly JsonObject[] => {
  if (schema === undefined) return [];
  const { properties } = schemas.schemaOf(schema, 'input');
  if (!isObject(properties)) throw new Error(`The ${place} parameters are no object`);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = isObject(property) ? property : {};
    return { name, in: place, required: place === 'path', description, schema: rest };
  });
};

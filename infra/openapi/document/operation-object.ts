import { dayOf } from '../../../lib/events/log-head.ts';
import type { Contract } from '../../../lib/http/contract.ts';
import { IdempotencyKey } from '../../../lib/idempotency/idempotency-key.ts';
import type { Schema } from '../../../lib/values/schema.ts';
import { examplesBefore, examplesOf, resolveReferences } from './example-request.ts';
import type { JsonObject } from './json.ts';
import { content, responsesOf } from './responses.ts';
import { parametersOf, schemaOf } from './schemas.ts';

/** The first sentence about an operation that may still change (docs/versioning.md). */
export const STABILITY_NOTES = {
  beta: '**Beta**: it stays, but details may change.',
  experimental: '**Experimental**: it may change or go at any time.',
} as const;

export const operationObject = (contract: Contract): JsonObject => {
  const { operationId, tag, summary, description, request, deprecation, stability } = contract;
  const parameters = [
    ...parameterObjects(request.path, 'path'),
    ...parameterObjects(request.query, 'query'),
    ...parameterObjects(request.headers, 'header'),
    ...(request.idempotencyKey ? [idempotencyKeyParameter()] : []),
  ];
  return {
    operationId,
    tags: [tag],
    summary,
    description: [
      stability && STABILITY_NOTES[stability],
      description,
      deprecation && `Deprecated: \`GET ${deprecation.successor}\` replaces it.`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    ...(parameters.length > 0 && { parameters }),
    ...(request.body && {
      requestBody: {
        required: true,
        description: 'JSON in UTF-8.',
        content: content(schemaOf(request.body, 'input'), bodiesOf(contract), request.contentTypes),
      },
    }),
    responses: responsesOf(contract),
    ...(deprecation && { deprecated: true, 'x-sunset': dayOf(deprecation.sunset) }),
    'x-stability': stability ?? 'stable',
  };
};

/** The bodies of an operation's examples, with the values from the examples before them. */
const bodiesOf = (contract: Contract): JsonObject =>
  Object.fromEntries(
    examplesOf(contract)
      .filter(({ example }) => example.request?.body !== undefined)
      .map((named) => {
        const { name, example } = named;
        const before = examplesBefore(named).map(
          ([as, { example }]) => [as, { body: example.answer, header: () => undefined }] as const,
        );
        const value = resolveReferences(example.request?.body, new Map(before));
        return [name, { summary: example.summary, value }];
      }),
  );

const idempotencyKeyParameter = (): JsonObject => {
  const schema = schemaOf(IdempotencyKey, 'input');
  const description =
    'Makes the request safe to repeat: for 24 hours the same key with the same body is answered as the first time and makes nothing new. 1 to 255 visible ASCII characters, bare or in double quotes: a UUID, for instance.';
  // One key for all requests would have the first answered again: Postman makes a new one each time.
  const examples = { postman: { summary: 'A new UUID each time', value: '{{$guid}}' } };
  return { name: 'Idempotency-Key', in: 'header', required: false, description, schema, examples };
};

export const parameterObjects = (schema: Schema | undefined, place: 'header' | 'path' | 'query') =>
  parametersOf(schema).map(({ name, required, schema: { description, ...schema } }) => {
    // A list in one text, with commas between.
    const list = schema['type'] === 'array' && { style: 'form', explode: false };
    return { name, in: place, required, description, ...list, schema };
  });

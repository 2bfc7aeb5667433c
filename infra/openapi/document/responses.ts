import * as z from 'zod';
import { ERRORS, type ErrorCode, errorDefinition } from '../../../lib/errors/errors.ts';
import { type Contract, JSON_ONLY } from '../../../lib/http/contract.ts';
import { REPLAYED_HEADER } from '../../../lib/http/headers.ts';
import { conditionalRead } from '../../../lib/revisions/entity-tags.ts';
import { headersOf, optionalHeadersOf } from './headers.ts';
import type { JsonObject } from './json.ts';
import type { SchemaCollector } from './schemas.ts';

/** The errors of any operation, besides the codes of its contract. Any key may do a GET. */
const SHARED: readonly ErrorCode[] = [
  'validation_failed',
  'unauthorized',
  'rate_limited',
  'internal_error',
  'unavailable',
  'timeout',
  'insufficient_scope',
];

/** The errors of a request with a body. */
const BODY: readonly ErrorCode[] = [
  // First: mock servers answer a request that is not valid with the first example.
  'validation_failed',
  'invalid_json',
  'unsupported_media_type',
  'request_too_large',
];

/** The Error of the interface, as documents describe it. */
const ErrorSchema = z
  .strictObject({
    // Not an enum: generated clients would fail on a code that comes later.
    code: z
      .string()
      .regex(/^[a-z]+(?:_[a-z]+)*$/)
      .max(64)
      .meta({
        description:
          'For programs: stable, and explained among the error codes. Others may join these.',
        'x-extensible-enum': Object.keys(ERRORS),
      }),
    message: z.string().regex(/\S/).max(2000).meta({
      description: 'For people: what was wrong, and how to fix the request. May change.',
    }),
    status: z
      .number()
      .meta({ type: 'integer', format: 'int32', minimum: 400, maximum: 599 })
      .describe('Repeats the HTTP status.'),
  })
  .meta({ id: 'Error', description: 'Every answer that is not a success.' });

/** Every status and code that an operation answers with. */
export const responsesOf = (contract: Contract, schemas: SchemaCollector): JsonObject =>
  Object.fromEntries([
    ...successesOf(contract, schemas),
    ...notModifiedOf(contract),
    ...errorsOf(contract, schemas),
  ]);

type StatusAndResponse = readonly [status: number, response: JsonObject];

const DEPRECATION_HEADERS = ['Deprecation', 'Sunset', 'Link'];

const successesOf = (
  { success, summary, request, deprecation, examples }: Contract,
  schemas: SchemaCollector,
): readonly StatusAndResponse[] =>
  [success.status, success.statusIfNew]
    .filter((status) => status !== undefined)
    .map((status) => {
      const answers = Object.entries(examples).flatMap(([name, { summary, answer, ...rest }]) =>
        answer === undefined || (rest.status ?? success.status) !== status
          ? []
          : [[name, { summary, value: answer }]],
      );
      const links = Object.entries(success.links ?? {}).map(
        ([operationId, parameters]) => [operationId, { operationId, parameters }] as const,
      );
      const response = {
        description: `${summary}: done.`,
        headers: {
          ...headersOf([
            ...(success.headers ?? []),
            ...(request.idempotencyKey ? [REPLAYED_HEADER] : []),
            ...(deprecation ? DEPRECATION_HEADERS : []),
          ]),
          ...optionalHeadersOf(success.optionalHeaders ?? []),
        },
        ...(success.body && {
          content: content(schemas.schemaOf(success.body, 'output'), Object.fromEntries(answers)),
        }),
        ...(links.length > 0 && { links: Object.fromEntries(links) }),
      };
      return [status, response];
    });

const notModifiedOf = ({ request, deprecation }: Contract): readonly StatusAndResponse[] => {
  if (request.headers !== conditionalRead) return [];
  const headers = headersOf(['ETag', ...(deprecation ? DEPRECATION_HEADERS : [])]);
  return [[304, { description: 'The `ETag` is one of `If-None-Match`: no body.', headers }]];
};

const errorsOf = (contract: Contract, schemas: SchemaCollector): readonly StatusAndResponse[] => {
  const { method, request } = contract;
  const own: readonly ErrorCode[] = [
    ...(request.body ? BODY : []),
    ...(request.idempotencyKey ? (['idempotency_key_reused'] as const) : []),
    ...contract.errors,
  ];
  const codes = new Set([...own, ...SHARED]);
  if (method === 'GET') codes.delete('insufficient_scope');
  const byStatus = Map.groupBy(codes, (code) => errorDefinition(code).status);
  // API Gateway refuses a body of more than about 4.5 MB.
  if (request.body) byStatus.set(413, ['request_too_large']);
  return [...byStatus].map(([status, group]) => {
    const [code] = group;
    const shared = code !== undefined && group.length === 1 && !own.includes(code);
    const response = shared
      ? { $ref: `#/components/responses/${code}` }
      : errorResponse(status, group, schemas, contract);
    return [status, response];
  });
};

/** The answers that are the same for every operation, by their codes. */
export const sharedResponses = (schemas: SchemaCollector): JsonObject =>
  Object.fromEntries(
    SHARED.map((code) => [code, errorResponse(errorDefinition(code).status, [code], schemas)]),
  );

/** Errors of the gateway itself are of no operation. */
const errorResponse = (
  status: number,
  codes: readonly ErrorCode[],
  schemas: SchemaCollector,
  { method, deprecation }: Partial<Pick<Contract, 'deprecation' | 'method'>> = {},
): JsonObject => {
  const headers = codes.flatMap((code) => [
    ...Object.keys(errorDefinition(code).headers ?? {}),
    ...(method === 'PATCH' && code === 'unsupported_media_type' ? ['Accept-Patch'] : []),
  ]);
  const examples = codes.map((code) => {
    const { message } = errorDefinition(code);
    return [code, { summary: code, value: { code, message, status } }] as const;
  });
  return {
    description: codes
      // In Markdown `<API key>` would be a tag.
      .map((code) => `\`${code}\`: ${errorDefinition(code).message.replaceAll('<', '\\<')}`)
      .join('\n\n'),
    headers: headersOf([...headers, ...(deprecation ? DEPRECATION_HEADERS : [])]),
    // Its schema is the same for all, so that generated clients have one type of error.
    'x-error-codes': codes,
    content: content(schemas.schemaOf(ErrorSchema, 'output'), Object.fromEntries(examples)),
  };
};

/** A body of JSON, with its examples, under each of its content types. */
export const content = (
  schema: JsonObject,
  examples: JsonObject,
  contentTypes: readonly string[] = JSON_ONLY,
): JsonObject => Object.fromEntries(contentTypes.map((type) => [type, { schema, examples }]));

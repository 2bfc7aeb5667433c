import * as z from 'zod';
import { ERRORS, type ErrorCode, errorDefinition } from '../../../lib/errors/errors.ts';
import { type Contract, JSON_ONLY } from '../../../lib/http/contract.ts';
import { REPLAYED_HEADER } from '../../../lib/http/headers.ts';
import { conditionalRead } from '../../../lib/revisions/entity-tags.ts';
import { headersOf, optionalHeadersOf } from './headers.ts';
import { type JsonObject, objectOf } from './json.ts';
import { schemaOf } from './schemas.ts';

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
export const ErrorSchema = z
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
export const responsesOf = (contract: Contract): JsonObject => ({
  ...successesOf(contract),
  ...notModifiedOf(contract),
  ...errorsOf(contract),
});

const successesOf = (contract: Contract): JsonObject => {
  const { success, summary, request, deprecation } = contract;
  const { status, statusIfNew, body, headers = [], optionalHeaders = [], links } = success;
  const names = request.idempotencyKey ? [...headers, REPLAYED_HEADER] : headers;
  const statuses = [status, statusIfNew].filter((each) => each !== undefined);
  return objectOf(statuses, (each) => ({
    description: `${summary}: done.`,
    headers: { ...headersOf(names, deprecation), ...optionalHeadersOf(optionalHeaders) },
    ...(body && { content: content(schemaOf(body, 'output'), answersOf(contract, each)) }),
    ...(links && {
      links: Object.fromEntries(
        Object.entries(links).map(([operationId, parameter]) => [
          operationId,
          { operationId, parameters: { [parameter]: '$response.body#/id' } },
        ]),
      ),
    }),
  }));
};

/** The answers of an operation's examples with a status. */
const answersOf = ({ examples, success }: Contract, status: number): JsonObject =>
  Object.fromEntries(
    Object.entries(examples)
      .filter(([, example]) => example.answer !== undefined)
      .filter(([, example]) => (example.status ?? success.status) === status)
      .map(([name, { summary, answer }]) => [name, { summary, value: answer }]),
  );

const notModifiedOf = ({ request, deprecation }: Contract): JsonObject => {
  if (request.headers !== conditionalRead) return {};
  const description = 'The `ETag` is one of `If-None-Match`: no body.';
  return { 304: { description, headers: headersOf(['ETag'], deprecation) } };
};

const errorsOf = (contract: Contract): JsonObject => {
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
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      const isShared = group.length === 1 && group.every((code) => !own.includes(code));
      const shared = { $ref: `#/components/responses/${group[0]}` };
      return [status, isShared ? shared : errorResponse(status, group, contract)];
    }),
  );
};

/** Errors of the gateway itself are of no operation. */
const errorResponse = (
  status: number,
  codes: readonly ErrorCode[],
  { method, deprecation }: Partial<Pick<Contract, 'deprecation' | 'method'>> = {},
): JsonObject => {
  const headers = codes.flatMap((code) => [
    ...Object.keys(errorDefinition(code).headers ?? {}),
    ...(method === 'PATCH' && code === 'unsupported_media_type' ? ['Accept-Patch'] : []),
  ]);
  const examples = objectOf(codes, (code) => {
    return { summary: code, value: { code, message: errorDefinition(code).message, status } };
  });
  return {
    description: codes
      // In Markdown `<API key>` would be a tag.
      .map((code) => `\`${code}\`: ${errorDefinition(code).message.replaceAll('<', '\\<')}`)
      .join('\n\n'),
    headers: headersOf(headers, deprecation),
    // Its schema is the same for all, so that generated clients have one type of error.
    'x-error-codes': codes,
    content: content(schemaOf(ErrorSchema, 'output'), examples),
  };
};

/** A body of JSON, with its examples, under each of its content types. */
export const content = (
  schema: JsonObject,
  examples: JsonObject,
  contentTypes: readonly string[] = JSON_ONLY,
): JsonObject => objectOf(contentTypes, () => ({ schema, examples }));

/** The answers that are the same for every operation, by their codes. */
export const SHARED_RESPONSES: JsonObject = objectOf(SHARED, (code) =>
  errorResponse(errorDefinition(code).status, [code]),
);

import type { APIGatewayProxyEvent } from 'aws-lambda';
import { RequestError } from '../errors/request-error.ts';
import { type Idempotency, IdempotencyKey } from '../idempotency/idempotency-key.ts';
import { DepthError, parseJson } from '../values/json.ts';
import type { Schema } from '../values/schema.ts';
import { type Contract, JSON_ONLY, type OperationTypes } from './contract.ts';

/** Most bytes of a body, as UTF-8, where a contract does not say otherwise. */
export const MAX_BODY_BYTES = 16 * 1024;

/** Whom a request comes from: an account, and the id of its key. */
export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
}

/** A request's parts, read by the schemas of its operation's contract. */
export interface ParsedRequest<Types extends OperationTypes> {
  readonly query: Types['query'];
  readonly path: Types['path'];
  readonly headers: Types['headers'];
  readonly body: Types['body'];
  readonly caller: Caller;
  /** Not unique: a client may choose it. */
  readonly requestId: string;
  /** Undefined where the request has no key, or its operation takes none. */
  readonly idempotency: Idempotency | undefined;
}

/**
 * Reads a request by its contract. Parts that the contract has no schema for are ignored.
 * @throws RequestError naming every fault of the first part that has any, or that the id in the path does not exist
 */
export const parseRequest = <Types extends OperationTypes>(
  { request }: Contract<Types>,
  event: APIGatewayProxyEvent,
): ParsedRequest<Types> => {
  const caller = callerOf(event);
  return {
    caller,
    requestId: event.requestContext.requestId,
    query: read(request.query, () => queryParameters(event)),
    headers: read(request.headers, () => namedHeaders(event, request.headers?.shape ?? {})),
    body: read(request.body, () => jsonBody(event, request)),
    idempotency: request.idempotencyKey && readIdempotency(event, caller),
    // Last, as every fault of a request is named before an id is looked for.
    path: read(request.path, () => event.pathParameters ?? {}),
  };
};

/** @throws Error if the authorizer did not name them */
const callerOf = ({ requestContext }: APIGatewayProxyEvent): Caller => {
  const { accountId, keyId }: Readonly<Record<string, unknown>> = requestContext.authorizer ?? {};
  if (typeof accountId !== 'string' || typeof keyId !== 'string') {
    throw new Error('The authorizer names no caller');
  }
  return { accountId, keyId };
};

const read = <T>(schema: Schema<T> | undefined, raw: () => unknown): T => {
  // The one assertion: a contract without a schema for a part leaves that part's type open.
  if (schema === undefined) return undefined as T;
  const result = schema.safeParse(raw());
  if (!result.success) {
    throw new RequestError('validation_failed', `${result.error.issues.map(describe).join('; ')}.`);
  }
  return result.data;
};

const describe = ({ path, message }: { path: PropertyKey[]; message: string }) =>
  [...path.map(String), message].join(' ');

const readIdempotency = (
  event: APIGatewayProxyEvent,
  { accountId }: Caller,
): Idempotency | undefined => {
  const values = headerValues(event, 'idempotency-key');
  if (values.length === 0) return undefined;
  const key = read(IdempotencyKey, () => (values.length === 1 ? values[0] : values));
  return { accountId, key };
};

/** A repeated parameter stays an array, which no parameter's schema takes. */
const queryParameters = (event: APIGatewayProxyEvent): unknown =>
  Object.fromEntries(
    Object.entries(event.multiValueQueryStringParameters ?? {}).map(([name, values = []]) => [
      name,
      values.length === 1 ? values[0] : values,
    ]),
  );

/** Those that a schema has as members. A header in several lines is one list (RFC 9110, section 5.3). */
const namedHeaders = (event: APIGatewayProxyEvent, shape: object): unknown =>
  Object.fromEntries(
    Object.keys(shape).flatMap((name) => {
      const lines = headerValues(event, name.toLowerCase());
      return lines.length === 0 ? [] : [[name, lines.join(', ')]];
    }),
  );

const jsonBody = (
  event: APIGatewayProxyEvent,
  {
    contentTypes = JSON_ONLY,
    maxBodyBytes: maxBytes = MAX_BODY_BYTES,
  }: Pick<Contract['request'], 'contentTypes' | 'maxBodyBytes'>,
): unknown => {
  const [mediaType = ''] = (headerValues(event, 'content-type').at(-1) ?? '').split(';');
  if (!contentTypes.some((type) => type === mediaType.trim().toLowerCase())) {
    throw new RequestError(
      'unsupported_media_type',
      `Send the body as JSON, with the header Content-Type: ${contentTypes.join(' or ')}.`,
      // RFC 5789, section 2.2.
      event.httpMethod === 'PATCH' ? { 'Accept-Patch': contentTypes.join(', ') } : {},
    );
  }
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > maxBytes) {
    throw new RequestError('request_too_large', `The body may be ${maxBytes} bytes long at most.`);
  }
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    if (error instanceof DepthError) throw new RequestError('invalid_json', error.message);
    // The parser's own message quotes the body, so it goes nowhere.
    throw new RequestError('invalid_json');
  }
};

const headerValues = (
  { multiValueHeaders }: APIGatewayProxyEvent,
  name: string,
): readonly string[] =>
  // One header in two spellings is a repeated one. The lengths first: nearly all names end there.
  Object.keys(multiValueHeaders)
    .filter((key) => key.length === name.length && key.toLowerCase() === name)
    .flatMap((key) => multiValueHeaders[key] ?? []);

import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import {
  type ExampleAnswer,
  examplesBefore,
  type NamedExample,
  resolveReferences,
} from '../../infra/openapi/document/example-request.ts';
import { type ApiName, type Contract, JSON_ONLY } from '../../lib/http/contract.ts';
import { writeJson } from '../../lib/values/json.ts';
import { type Answer, call } from './client.ts';
import { type Caller, inLists, proxyEvent } from './events.ts';

/** An example without references to earlier answers, as it is sent. */
export interface ExampleRequest {
  readonly contract: Contract;
  /** The status of its answer. */
  readonly status: number;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string | undefined;
}

/** The answer. */
export interface SentExample extends ExampleAnswer {
  readonly status: number;
}

/** Sends a request in one way or another: over HTTP, or as an event to a function. */
export type SendExample = (request: ExampleRequest) => Promise<SentExample>;

/** The status of an example's answer. */
export const statusOf = ({ contract, example }: NamedExample): number =>
  example.status ?? contract.success.status;

/** The name of an example in messages: `getPet.pet`. */
export const nameOfExample = ({ contract, name }: NamedExample): string =>
  `${contract.operationId}.${name}`;

/**
 * Sends the examples that an example names in `after`, and returns its request. If the operation
 * takes an idempotency key, the request has a new one.
 * @throws Error if one of those before it has the wrong status
 */
export const prepareExample = async (named: NamedExample, send: SendExample) => {
  const answers = new Map<string, SentExample>();
  for (const [as, before] of examplesBefore(named))
    answers.set(as, await sendExample(before, send));
  return requestOf(named, (value) => resolveReferences(value, answers));
};

/**
 * The request of an example.
 * @param fill gives each text, or the body, with its references to earlier answers filled in
 */
export const requestOf = (
  named: NamedExample,
  fill: (value: unknown) => unknown,
): ExampleRequest => {
  const { contract, example } = named;
  const { path = {}, query = {}, headers = {}, body } = example.request ?? {};
  const fillTexts = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, String(fill(text))]));
  return {
    contract,
    status: statusOf(named),
    path: fillTexts(path),
    query: fillTexts(query),
    headers: {
      ...(body !== undefined && {
        'Content-Type': (contract.request.contentTypes ?? JSON_ONLY)[0],
      }),
      ...(contract.request.idempotencyKey && { 'Idempotency-Key': randomUUID() }),
      ...fillTexts(headers),
    },
    body: body === undefined ? undefined : writeJson(fill(body)),
  };
};

/**
 * Sends an example, after those that it names in `after`.
 * @throws Error if one of them has the wrong status
 */
export const sendExample = async (named: NamedExample, send: SendExample): Promise<SentExample> => {
  const answer = await send(await prepareExample(named, send));
  if (answer.status === statusOf(named)) return answer;
  throw new Error(
    `${nameOfExample(named)} is answered with ${answer.status}: ${writeJson(answer.body)}`,
  );
};

/** The path of a request, below the base address. */
const pathOf = ({ contract, path }: ExampleRequest): string =>
  contract.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));

/** What it is sent to, below the base address: its path and query. */
export const targetOf = (request: ExampleRequest): string => {
  const search = new URLSearchParams(request.query).toString();
  return `${pathOf(request)}${search && `?${search}`}`;
};

/** A request of a caller as the event that API Gateway gives to a function. */
export const eventOf = (request: ExampleRequest, caller: Caller = {}): APIGatewayProxyEvent => {
  const { contract, path, query, headers, body } = request;
  return proxyEvent({
    ...caller,
    method: contract.method,
    resource: contract.path,
    path: pathOf(request),
    headers,
    ...(Object.keys(path).length > 0 && { pathParameters: path }),
    ...(Object.keys(query).length > 0 && { query: inLists(query) }),
    ...(body !== undefined && { body }),
  });
};

/** Sends examples over HTTP. */
export const overHttp =
  (baseUrls: Readonly<Record<ApiName, string>>, apiKey: string) =>
  async (request: ExampleRequest): Promise<Answer & SentExample> => {
    const { contract, headers, body } = request;
    const answer = await call(
      targetOf(request),
      { method: contract.method, headers, body },
      { baseUrl: baseUrls[contract.api], apiKey },
    );
    return { ...answer, header: (name) => answer.headers.get(name) ?? undefined };
  };

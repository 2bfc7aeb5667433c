import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { AccessLogEntry } from '../src/api-gateway/access-log.ts';
import type { ClientThrottle } from '../src/api-gateway/client-throttle.ts';
import { type ApiServer, startApiServer } from '../src/api-gateway/http-server.ts';
import type { RestApi } from '../src/api-gateway/rest-api.ts';
import type { InvocationResult } from '../src/lambda/invocation.ts';
import { method, resource, restApi, tokenAuthorizer } from './models.ts';

const closers: (() => Promise<void>)[] = [];

/** Closes what a test opened. */
export const closeAll = (): Promise<unknown> =>
  Promise.all(closers.splice(0).map((close) => close()));

/** Has closeAll close it. */
export const closeLater = (close: () => Promise<void>): void => {
  closers.push(close);
};

/** A function's answer in plain text. */
export const ok = (body = 'ok'): InvocationResult => ({
  kind: 'success',
  payload: JSON.stringify({ statusCode: 200, headers: { 'Content-Type': 'text/plain' }, body }),
});
const problem = '{"code":"$context.error.responseType","id":"$context.requestId"}';
const customised = {
  statusCode: undefined,
  headers: { 'X-Request-Id': 'context.requestId' },
  templates: { 'application/problem+json': problem },
};
/** Its method under /pets/{id} asks an authorizer, /counted also counts. */
export const petsApi = restApi({
  resources: [
    resource('/', method('GET')),
    resource('/pets', method('ANY')),
    resource('/pets/{id}', method('GET', { authorizer: tokenAuthorizer() })),
    resource('/slow', method('GET', { timeoutMs: 50 })),
    resource('/counted', method('GET', { authorizer: tokenAuthorizer(), apiKeyRequired: true })),
  ],
  gatewayResponses: new Map([
    ['DEFAULT_4XX', customised],
    ['DEFAULT_5XX', customised],
  ] as const),
});

/** Stands for the functions. */
export type FakeInvoke = (
  functionName: string,
  event: APIGatewayProxyEvent,
  requestId: string | undefined,
) => Promise<InvocationResult>;

/** The throttle of clients without a limit. */
export const unlimited: ClientThrottle = async () => undefined;

/** An authorizer that allows everyone with a name, and counts requests by it. */
export const countsByName = async (
  functionName: string,
  event: APIGatewayProxyEvent,
): Promise<InvocationResult> => {
  if (functionName !== 'authorizer') return ok();
  const { authorizationToken: name } = event as unknown as Record<string, string>;
  const policyDocument = { Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] };
  const answer = { principalId: name, policyDocument, usageIdentifierKey: name };
  return { kind: 'success', payload: JSON.stringify(answer) };
};

/** Serves an API and keeps what its functions and its logs get. */
export const serve = async (
  fake: FakeInvoke = async () => ok(),
  api: RestApi = petsApi,
  throttleClient = unlimited,
) => {
  const calls: APIGatewayProxyEvent[] = [];
  const accesses: AccessLogEntry[] = [];
  const lines: string[] = [];
  const server: ApiServer = await startApiServer(api, 0, '127.0.0.1', {
    invoke: async (functionName, event, requestId) => {
      calls.push(event as APIGatewayProxyEvent);
      return fake(functionName, event as APIGatewayProxyEvent, requestId);
    },
    throttleClient,
    accessLog: (entry) => accesses.push(entry),
    log: (line) => lines.push(line),
  });
  closeLater(() => server.close());
  return { server, calls, accesses, lines, port: server.port };
};

/** An answer to a client. */
export interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a request. */
export const send = async (
  port: number,
  path: string,
  { body, ...options }: { method?: string; headers?: object; body?: string | Buffer } = {},
): Promise<Answer> => {
  const outgoing = request({ port, path, ...options, headers: { ...options.headers } });
  outgoing.end(body);
  const [incoming] = await once(outgoing, 'response');
  return { status: incoming.statusCode, headers: incoming.headers, body: await text(incoming) };
};

/** Sends bytes as they stand, and reads until the connection ends. */
export const sendRaw = async (port: number, bytes: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
};

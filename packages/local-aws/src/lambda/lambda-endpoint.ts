import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AsyncInvocations } from './async-invocations.ts';
import { nameOfFunction } from './function-reference.ts';
import type { InvocationResult, Invoke } from './invocation.ts';

/** The part of Lambda's API that functions can use to invoke each other. */
export interface LambdaEndpoint {
  /** Its address, without a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

export interface LambdaEndpointOptions {
  readonly host: string;
  /** What requests must be signed with: another program of this machine does not know it. */
  readonly accessKeyId: string;
  readonly hasFunction: (name: string) => boolean;
  readonly invoke: Invoke;
  readonly asynchronous: Pick<AsyncInvocations, 'accept'>;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Lambda's limits of a payload, in bytes. Lambda Developer Guide, "Lambda quotas". */
const MOST_BYTES = { Event: 1024 * 1024, RequestResponse: 6 * 1024 * 1024 } as const;

const INVOKE = /^\/2015-03-31\/functions\/([^/?]+)\/invocations(?:\?|$)/;

/** Listens for `Invoke`, at any free port. Lambda API Reference, "Invoke". */
export const startLambdaEndpoint = async (
  options: LambdaEndpointOptions,
): Promise<LambdaEndpoint> => {
  const server = createServer(async (request, response) => {
    const { status, headers, body } = await answerTo(request, options).catch(
      (error: unknown): Answer => refuse(500, 'ServiceException', String(error)),
    );
    response.writeHead(status, { 'x-amzn-RequestId': randomUUID(), ...headers }).end(body);
    // What was not read of a payload that is too long.
    request.resume();
  });
  await once(server.listen(0, options.host), 'listening');
  // The APIs keep the process alive, as long as they are served.
  server.unref();
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://${options.host}:${port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const answerTo = async (
  request: IncomingMessage,
  { accessKeyId, asynchronous, hasFunction, invoke }: LambdaEndpointOptions,
): Promise<Answer> => {
  const { authorization = '', origin } = request.headers;
  // Pages in a browser can send requests to this machine, too.
  if (origin !== undefined || !authorization.includes(`Credential=${accessKeyId}/`)) {
    return refuse(403, 'MissingAuthenticationTokenException', 'Missing Authentication Token');
  }
  const [, called] = INVOKE.exec(request.url ?? '') ?? [];
  const type = request.headers['x-amz-invocation-type'] ?? 'RequestResponse';
  if (request.method !== 'POST' || called === undefined || !isEmulated(type)) {
    return refuse(501, 'NotEmulated', 'Of Lambda only Invoke is emulated');
  }
  const name = nameOfFunction(decodeURIComponent(called)) ?? '';
  if (!hasFunction(name)) {
    return refuse(404, 'ResourceNotFoundException', `Function not found: ${name}`);
  }
  if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) > MOST_BYTES[type]) {
    return refuse(413, 'RequestTooLargeException', 'The payload is too large, or has no length');
  }
  const payload = (await text(request)) || '{}';
  if (!isJson(payload)) {
    return refuse(400, 'InvalidRequestContentException', 'Could not parse request body into json');
  }
  if (type === 'RequestResponse') return synchronous(await invoke(name, JSON.parse(payload)));
  if (asynchronous.accept(name, payload)) return { status: 202 };
  return refuse(429, 'TooManyRequestsException', 'Rate Exceeded.');
};

const isEmulated = (type: string | string[]): type is keyof typeof MOST_BYTES =>
  type === 'Event' || type === 'RequestResponse';

const isJson = (payload: string): boolean => {
  try {
    JSON.parse(payload);
    return true;
  } catch {
    return false;
  }
};

const synchronous = (result: InvocationResult): Answer => {
  const headers = { 'Content-Type': 'application/json', 'X-Amz-Executed-Version': '$LATEST' };
  if (result.kind === 'success') return { status: 200, headers, body: result.payload };
  if (result.kind === 'not-emulated') return refuse(501, 'NotEmulated', result.reason);
  const { kind, ...error } =
    result.kind === 'timeout' ? { ...result, errorMessage: 'Task timed out' } : result;
  return {
    status: 200,
    headers: { ...headers, 'X-Amz-Function-Error': 'Unhandled' },
    body: JSON.stringify(error),
  };
};

const refuse = (status: number, errorType: string, Message: string): Answer => ({
  status,
  headers: { 'Content-Type': 'application/json', 'x-amzn-ErrorType': errorType },
  body: JSON.stringify({ Type: status < 500 ? 'User' : 'Service', Message }),
});

import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { CLOSE_LIMIT_MS, withinTime } from '../../command-line/time-limit.ts';
import type { AnswerRequest } from './answer-request.ts';
import {
  type GatewayReply,
  type GatewayRequest,
  type Header,
  headerValue,
  type RequestFacts,
} from './message.ts';
import { BODY_LIMIT_BYTES, EDGE_REPLIES, errorReply, HEADER_LIMIT_BYTES } from './replies.ts';

/** Loopback only: nobody else may use the demo key's server. `localhost` leads to either, by the machine and the client. */
const HOSTS = ['127.0.0.1', '::1'];

/** The errors of a machine without IPv6. */
const NO_IPV6 = /EADDRNOTAVAIL|EAFNOSUPPORT/;

/** How long an idle connection stays open, in ms: longer than clients keep theirs, so that they close it first. */
const KEEP_ALIVE_MS = 65_000;

/** One request for the access log: neither its query string nor any header or body. */
export interface AccessLogEntry
  extends RequestFacts,
    Pick<GatewayRequest, 'extendedRequestId' | 'httpMethod' | 'path' | 'requestId'> {
  /** 499 when the client left before it was answered. */
  readonly status: number;
  readonly ms: number;
}

/** What an API needs to be served. */
export interface ApiServerOptions {
  readonly answer: AnswerRequest;
  /** Gets why an answer failed. */
  readonly log: (line: string) => void;
  /** Gets one entry for each request. */
  readonly accessLog: (entry: AccessLogEntry) => void;
}

/** Serves one API over HTTP; port 0 takes a free one. Rejects when the port cannot be listened on. */
export const startApiServer = async (port: number, options: ApiServerOptions) => {
  const servers: Server[] = [];
  let taken = port;
  for (const host of HOSTS) {
    const server = createServer({
      maxHeaderSize: HEADER_LIMIT_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
    })
      .on('request', (incoming, response) => answer(incoming, response, options, server))
      .on('clientError', refuse)
      .listen(taken, host);
    try {
      await once(server, 'listening');
    } catch (error) {
      if (servers.length > 0 && NO_IPV6.test(String(error))) break;
      await closeServers(servers);
      throw error;
    }
    servers.push(server);
    const address = server.address();
    taken = typeof address === 'object' ? (address?.port ?? 0) : 0;
  }
  /** Stops accepting and gives requests in flight a moment to finish. */
  const close = () => closeServers(servers);
  return { port: taken, close };
};

const closeServers = async (servers: readonly Server[]): Promise<void> => {
  const closed = Promise.all(servers.map((server) => once(server.close(), 'close')));
  await withinTime(closed, CLOSE_LIMIT_MS);
  for (const server of servers) server.closeAllConnections();
  await closed;
};

/** Answers one request. A failure is logged and answered with DEFAULT_5XX. */
const answer = async (
  incoming: IncomingMessage,
  response: ServerResponse,
  options: ApiServerOptions,
  server: Server,
): Promise<void> => {
  const startedAt = performance.now();
  const head = headOf(incoming);
  const { httpMethod, path, requestId, extendedRequestId } = head;
  const facts: RequestFacts = {};
  response.once('close', () => {
    const status = response.headersSent ? response.statusCode : 499;
    const ms = Math.round(performance.now() - startedAt);
    options.accessLog({ ...facts, httpMethod, path, status, ms, requestId, extendedRequestId });
  });
  try {
    const body = await readBody(incoming);
    const reply = body && (await options.answer({ ...head, body }, facts));
    send(response, reply ?? EDGE_REPLIES.bodyTooLarge, server);
  } catch (error) {
    if (response.destroyed) return;
    options.log(`${requestId} ${error instanceof Error ? error.stack : error}`);
    send(response, errorReply('DEFAULT_5XX', requestId), server);
  }
};

/** Reads a request's body; undefined if it is larger than 10 MB. */
const readBody = async (incoming: IncomingMessage): Promise<Buffer | undefined> => {
  if (Number(incoming.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size <= BODY_LIMIT_BYTES) chunks.push(chunk);
  }
  return size <= BODY_LIMIT_BYTES ? Buffer.concat(chunks) : undefined;
};

const headOf = (incoming: IncomingMessage): Omit<GatewayRequest, 'body'> => {
  const { rawHeaders, url = '/', method = 'GET' } = incoming;
  const [path = '', ...query] = url.split('?');
  const headers = rawHeaders.flatMap((name, index): Header[] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  );
  // Clients may choose it. API Gateway Developer Guide, "Variables for data transformations for API Gateway".
  const chosen = headerValue(headers, 'x-amzn-RequestId') ?? '';
  return {
    requestId: UUID.test(chosen) ? chosen : randomUUID(),
    extendedRequestId: randomBytes(11).toString('base64'),
    httpMethod: method,
    path,
    queryString: query.join('?'),
    headers,
  };
};

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const send = (response: ServerResponse, reply: GatewayReply, server: Server): void => {
  if (response.destroyed) return;
  const { statusCode, headers, body } = reply;
  response.writeHead(statusCode, [
    ...headers.flat(),
    ...(statusCode === 204 ? [] : ['Content-Length', String(body.length)]),
    ...(server.listening ? [] : ['Connection', 'close']),
  ]);
  response.end(body);
};

/** Answers what Node cannot parse, and ends the connection. */
const refuse = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (!socket.writable) return;
  const { statusCode, headers, body } =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? EDGE_REPLIES.headersTooLarge
      : errorReply('DEFAULT_4XX', randomUUID());
  const lines = [...headers, ['Content-Length', body.length], ['Connection', 'close']];
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${head}\r\n${body}`, () =>
    socket.destroy(),
  );
};

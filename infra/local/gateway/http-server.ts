import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { TIME_BUDGET } from '../../../lib/process/time-budget.ts';
import { CLOSE_LIMIT_MS, withinTime } from '../../command-line/time-limit.ts';
import type { AnswerRequest, RequestFacts } from './answer-request.ts';
import { timeLimit } from './functions.ts';
import { type GatewayRequest, headOf, readBody } from './read-request.ts';
import { EDGE_REPLIES, errorReply, type GatewayReply, HEADER_LIMIT_BYTES } from './replies.ts';

/** Loopback only: nobody else may use the demo key's server. `localhost` leads to either, by the machine and the client. */
const HOSTS = ['127.0.0.1', '::1'];

/** The errors of a machine without IPv6. */
const NO_IPV6 = /EADDRNOTAVAIL|EAFNOSUPPORT/;

/** How long an idle connection stays open, in ms: longer than clients keep theirs, so that they close it first. */
const KEEP_ALIVE_MS = 65_000;

/** What the URLs of an answer can have as their host. HTTP/1.0 requests may lack it. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** For a request that Node's server gave up waiting for. */
const TOO_SLOW = 'The request did not come whole in time. Send all of it at once.';

/** One request for the access log: neither its query string nor any header or body. */
export interface AccessLogEntry
  extends RequestFacts,
    Pick<GatewayRequest, 'extendedRequestId' | 'httpMethod' | 'path' | 'requestId'> {
  /** 499 when the client left before it was answered. */
  readonly status: number;
  readonly ms: number;
}

export interface ApiServerOptions {
  readonly answer: AnswerRequest;
  /** Gets why an answer failed. */
  readonly log: (line: string) => void;
  readonly accessLog: (entry: AccessLogEntry) => void;
  /** How long a request may take to come. @default 29 s, as long as API Gateway waits */
  readonly limits?: ServerOptions;
}

/** Serves one API over HTTP; port 0 takes a free one. Rejects when the port cannot be listened on. */
export const startApiServer = async (port: number, options: ApiServerOptions) => {
  const servers: Server[] = [];
  let taken = port;
  for (const host of HOSTS) {
    const serve = (incoming: IncomingMessage, response: ServerResponse) =>
      answer(incoming, response, options, server);
    const server = createServer({
      maxHeaderSize: HEADER_LIMIT_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      requestTimeout: TIME_BUDGET.integration,
      connectionsCheckingInterval: 1000,
      // Node would answer with an empty body.
      requireHostHeader: false,
      ...options.limits,
    })
      .on('request', serve)
      // RFC 9110 lets a server ignore an expectation that it does not know.
      .on('checkExpectation', serve)
      .on('clientError', refuse)
      .listen(taken, host);
    // A client that does not read its answers is not idle for Node.
    server.setTimeout(timeLimit(server.keepAliveTimeout));
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
  return { port: taken, close: () => closeServers(servers) };
};

/** Stops accepting and gives requests in flight a moment to finish. */
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
  const open = unanswered.get(incoming.socket) ?? new Set();
  unanswered.set(incoming.socket, open.add(response));
  response.once('close', () => {
    open.delete(response);
    const status = response.headersSent ? response.statusCode : 499;
    const ms = Math.round(performance.now() - startedAt);
    options.accessLog({ ...facts, httpMethod, path, status, ms, requestId, extendedRequestId });
  });
  const send = ({ statusCode, headers, body }: GatewayReply): void => {
    if (response.destroyed) return;
    response.writeHead(statusCode, {
      ...headers,
      ...(![204, 304].includes(statusCode) && { 'Content-Length': body.length }),
      ...(!server.listening && { Connection: 'close' }),
    });
    response.end(body);
  };
  const [host = '', ...others] = head.headers['host'] ?? [];
  if (others.length > 0 || !HOST.test(host)) return send(errorReply('DEFAULT_4XX', requestId));
  try {
    const body = await readBody(incoming, response);
    if (body === 'size') return send(EDGE_REPLIES.bodyTooLarge);
    if (body === 'others') return send(errorReply('INTEGRATION_FAILURE', requestId));
    send(await options.answer({ ...head, body }, facts));
  } catch (error) {
    if (response.destroyed) return;
    options.log(`${requestId} ${error instanceof Error ? error.stack : error}`);
    send(errorReply('DEFAULT_5XX', requestId));
  }
};

/** The answers of each connection that have not been sent whole. */
const unanswered = new WeakMap<Duplex, Set<ServerResponse>>();

/** Answers what Node cannot parse, or what comes too slowly, and ends the connection. */
const refuse = async ({ code }: { readonly code?: string }, socket: Duplex): Promise<void> => {
  // Requests that came whole before it take effect, so their answers go out first.
  const due = [...(unanswered.get(socket) ?? [])].filter(({ req }) => req.complete);
  await Promise.allSettled(due.map((response) => once(response, 'close')));
  if (!socket.writable) return;
  const message = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? TOO_SLOW : undefined;
  const { statusCode, headers, body } =
    code === 'HPE_HEADER_OVERFLOW'
      ? EDGE_REPLIES.headersTooLarge
      : errorReply('DEFAULT_4XX', randomUUID(), message);
  const all = { ...headers, 'Content-Length': body.length, Connection: 'close' };
  const fields = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`, ...fields].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
};

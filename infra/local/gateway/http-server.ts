import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import * as net from 'node:net';
import { type ApiListenerOptions, createApiListener } from './api-listener.ts';
import type { GatewayReply } from './message.ts';
import { EDGE_REPLIES, HEADER_LIMIT_BYTES } from './replies.ts';
import { withinTime } from './time-limit.ts';

/** Loopback only: nobody else may use the demo key's server. `localhost` leads to either, by the machine and the client. */
const HOST = '127.0.0.1';
const HOST_IPV6 = '::1';

/** A running server of one API. */
export interface ApiServer {
  readonly port: number;
  /** Stops accepting and gives requests in flight a moment to finish. */
  close(): Promise<void>;
}

/**
 * How long an idle connection stays open, in ms. It is longer than clients' own limit: a client that sends a request just as
 * the server closes does not learn what happened to it.
 */
const KEEP_ALIVE_MS = 65_000;

/** How long requests in flight may take once the server closes, in ms. */
const CLOSE_LIMIT_MS = 400;

/** Serves one API over HTTP; port 0 takes a free one. Rejects when the port cannot be listened on. */
export const startApiServer = async (
  port: number,
  options: ApiListenerOptions,
): Promise<ApiServer> => {
  const listener = createApiListener(options);
  const server = createServer({
    requireHostHeader: false,
    maxHeaderSize: HEADER_LIMIT_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  // Node would close a connection whose client has ended its half, before the answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  // Node would answer these by itself: a missing Host, Expect: 100-continue, an unknown Expect, and
  // requests that it cannot parse.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.on(event, (incoming, response) => {
      listener.answer(incoming, response, () => server.listening);
    });
  }
  server.on('clientError', (error: ParseError, socket) => {
    listener.refuseUnparsed(socket, edgeReply(error));
  });
  server.on('connect', (_incoming, socket) => listener.refuseUnparsed(socket));
  // Node removes its own listener from a socket that it hands out. Without this one a reset would
  // end the process.
  server.on('connection', (socket) => socket.on('error', () => {}));
  server.listen(port, HOST);
  await once(server, 'listening');
  const onIpv6 = await listenOnIpv6(server).catch(async (error: unknown) => {
    await closeServer(server);
    throw error;
  });
  return {
    port: portOf(server),
    close: () => closeServer(server, onIpv6),
  };
};

/** Takes connections for a server on its port of IPv6 too. Undefined on a machine without IPv6. */
const listenOnIpv6 = (server: Server): Promise<net.Server | undefined> => {
  const listener = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  );
  const { promise, resolve, reject } = Promise.withResolvers<net.Server | undefined>();
  listener.once('error', (error: NodeJS.ErrnoException) => {
    if (NO_IPV6.has(error.code)) resolve(undefined);
    else reject(error);
  });
  listener.listen({ port: portOf(server), host: HOST_IPV6, ipv6Only: true }, () =>
    resolve(listener),
  );
  return promise;
};

const NO_IPV6 = new Set<string | undefined>(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

interface ParseError extends Error {
  readonly code?: string;
  /** What was received last. */
  readonly rawPacket?: Buffer;
}

const edgeReply = ({ code, rawPacket }: ParseError): GatewayReply | undefined => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return EDGE_REPLIES.headersTooLarge;
    case 'HPE_INVALID_METHOD':
      return REQUEST_LINE.test(String(rawPacket)) ? EDGE_REPLIES.notImplemented : undefined;
    default:
      return undefined;
  }
};

/** A request with any method, which need not be one that Node knows. */
const REQUEST_LINE = /^[!#$%&'*+.^`|~\w-]+ \S+ HTTP\/1\.[01]\r?$/m;

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
};

/** Closes a server, and what takes its connections of IPv6. Requests in flight have a moment to finish. */
const closeServer = async (server: Server, onIpv6?: net.Server): Promise<void> => {
  const both = onIpv6 ? [server, onIpv6] : [server];
  const closed = Promise.all(both.map((each) => once(each, 'close')));
  for (const each of both) each.close();
  await withinTime(closed, CLOSE_LIMIT_MS);
  server.closeAllConnections();
  await closed;
};

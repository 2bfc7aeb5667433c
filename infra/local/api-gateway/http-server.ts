import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { withinTime } from '../lambda/time-limit.ts';
import { type ApiListenerOptions, createApiListener } from './api-listener.ts';
import { FRONT_END_REPLIES, HEADER_LIMIT_BYTES } from './front-end.ts';
import type { RestApi } from './rest-api.ts';

/** A running server of one API. */
export interface ApiServer {
  readonly port: number;
  /** Stops accepting and gives requests in flight a moment to finish. */
  close(): Promise<void>;
}

/**
 * How long an idle connection stays, in ms: longer than clients keep theirs, as one that sends a
 * request at the moment the server closes never learns what became of it.
 */
const idleLimitMs = 65_000;

/** How long requests in flight may take once the server closes, in ms. */
const closeLimitMs = 400;

/** Serves one API over HTTP; port 0 takes a free one. Rejects when the port cannot be listened on. */
export async function startApiServer(
  api: RestApi,
  port: number,
  host: string,
  options: ApiListenerOptions,
): Promise<ApiServer> {
  const listener = createApiListener(api, options);
  // Node would answer these three cases itself: a missing Host, an unknown Expect, and what it cannot parse.
  const server = createServer({
    requireHostHeader: false,
    keepAliveTimeout: idleLimitMs,
    maxHeaderSize: HEADER_LIMIT_BYTES,
  });
  for (const event of ['request', 'checkExpectation']) {
    server.on(event, (incoming, response) => {
      listener.answer(incoming, response, () => server.listening);
    });
  }
  server.on('clientError', (error, socket) => {
    const tooLarge = 'code' in error && error.code === 'HPE_HEADER_OVERFLOW';
    listener.refuseUnparsed(socket, tooLarge ? FRONT_END_REPLIES.headersTooLarge : undefined);
  });
  server.on('connect', (_incoming, socket) => listener.refuseUnparsed(socket));
  server.listen(port, host);
  await once(server, 'listening');
  return { port: portOf(server), close: () => closeServer(server) };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  await withinTime(closed, closeLimitMs);
  server.closeAllConnections();
  await closed;
}

import type { ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { GatewayReply } from './message.ts';

/** How long a client may go on sending a refused body, so that it can read the answer, in ms. */
const LINGER_MS = 1000;

/** Sends a reply and ends the request; `keepAlive` false closes the connection after it. */
export const sendReply = (
  response: ServerResponse,
  reply: GatewayReply,
  keepAlive: boolean,
): void => {
  const { req } = response;
  const withoutBody = reply.statusCode === 204 || reply.statusCode === 304;
  const closes = !keepAlive || !req.complete || !response.shouldKeepAlive;
  // Node would write Connection and Keep-Alive headers, which HTTP/1.1 does not need.
  response.removeHeader('Connection');
  response.writeHead(reply.statusCode, [
    ...reply.headers.flat(),
    ...(withoutBody ? [] : ['Content-Length', String(reply.body.length)]),
    ...(closes ? ['Connection', 'close'] : []),
  ]);
  if (!withoutBody && req.method !== 'HEAD') response.write(reply.body);
  else response.flushHeaders();
  if (req.complete) response.end();
  else endOnceRead(response);
};

/** Closing a connection with unread data resets it, and the client may lose the reply; so the rest is read first. */
const endOnceRead = (response: ServerResponse): void => {
  const timer = setTimeout(() => response.destroy(), LINGER_MS);
  response.once('close', () => clearTimeout(timer));
  response.req.once('end', () => response.end());
  response.req.resume();
};

/** Sends a reply over a bare connection, for a request that Node could not parse, and closes it. */
export const sendRawReply = (socket: Duplex, reply: GatewayReply): void => {
  const headers = [
    ...reply.headers,
    ['Date', new Date().toUTCString()],
    ['Content-Length', String(reply.body.length)],
    ['Connection', 'close'],
  ];
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(
    `HTTP/1.1 ${reply.statusCode} ${STATUS_CODES[reply.statusCode] ?? ''}\r\n${lines}\r\n`,
  );
  socket.end(reply.body, () => socket.destroy());
};

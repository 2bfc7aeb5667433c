import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Header, headerValue, type RequestHead } from './gateway-message.ts';

/** Reads a request's head. */
export const requestHead = (incoming: IncomingMessage): RequestHead => {
  const target = (incoming.url ?? '').replace(/^https?:\/\/[^/?]*/i, '');
  const [path = '', ...query] = target.split('?');
  const headers = pairs(incoming.rawHeaders);
  const requestId = chosenRequestId(headers);
  return {
    ...unparsedRequest(incoming.socket),
    ...(requestId && { requestId }),
    httpMethod: incoming.method ?? '-',
    path: path === '' ? '/' : path,
    queryString: query.join('?'),
    headers,
    protocol: `HTTP/${incoming.httpVersion}`,
  };
};

/** The head of a request that could not be parsed. */
export const unparsedRequest = (socket: Duplex): RequestHead => {
  const { remoteAddress = '', localPort = 0 } = socket instanceof Socket ? socket : {};
  return {
    requestId: randomUUID(),
    extendedRequestId: randomBytes(11).toString('base64'),
    receivedAt: Date.now(),
    httpMethod: '-',
    path: '-',
    queryString: '',
    headers: [],
    sourceIp: remoteAddress.replace(/^::ffff:/, ''),
    port: localPort,
    protocol: 'HTTP/1.1',
  };
};

/**
 * A client may choose the request id, and repeat it. API Gateway Developer Guide, "Variables for
 * data transformations for API Gateway": `$context.requestId`.
 */
const chosenRequestId = (headers: readonly Header[]): string | undefined => {
  const chosen = headerValue(headers, 'x-amzn-RequestId');
  return chosen !== undefined && UUID.test(chosen) ? chosen : undefined;
};

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const pairs = (rawHeaders: readonly string[]): Header[] => {
  return rawHeaders.flatMap((name, index): Header[] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  );
};

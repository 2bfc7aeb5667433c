import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { GatewayErrorType } from '../../stacks/gateway-errors.ts';

/** A request before its body is read. */
export interface RequestHead {
  /** Made by the gateway, or chosen by the client: not unique. */
  readonly requestId: string;
  /** Made by the gateway, and unique. */
  readonly extendedRequestId: string;
  /** In ms since the epoch. */
  readonly receivedAt: number;
  /** `-` if the request could not be parsed; then `path` is `-` too. */
  readonly httpMethod: string;
  /** As sent: the stage included, percent escapes kept, without the query string. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly queryString: string;
  /** Names and values as sent and in that order. */
  readonly headers: readonly Header[];
  readonly sourceIp: string;
  /** The server's port. */
  readonly port: number;
  /** As `HTTP/1.1`. */
  readonly protocol: string;
}

/** A whole request. */
export interface GatewayRequest extends RequestHead {
  readonly body: Buffer;
}

/** The gateway's answer. Content-Length is not among its headers. */
export interface GatewayReply {
  readonly statusCode: number;
  readonly headers: readonly Header[];
  readonly body: Buffer;
}

/** What becomes known of a request while it is answered, for the access log. */
export interface RequestFacts {
  accountId?: string;
  keyId?: string;
  /** The path of a contract, `/{proxy+}` or `/`. */
  resourcePath?: string;
  /** Why the gateway answered by itself. */
  responseType?: GatewayErrorType;
  /** In ms. */
  authorizerLatency?: number;
  /** In ms, from the whole body to the function's answer. */
  integrationLatency?: number;
}

/** A header's name, and one of its values. */
export type Header = readonly [name: string, value: string];

/** The last value of a header, its name in any case. */
export const headerValue = (headers: readonly Header[], name: string): string | undefined =>
  headers.findLast(([given]) => given.toLowerCase() === name.toLowerCase())?.[1];

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

const pairs = (rawHeaders: readonly string[]): Header[] =>
  rawHeaders.flatMap((name, index): Header[] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  );

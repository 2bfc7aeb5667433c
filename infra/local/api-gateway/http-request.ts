import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type GatewayRequest, type Header, headerValue } from './gateway-message.ts';

/** The largest request body. API Gateway Developer Guide, "Amazon API Gateway quotas": 10 MB, not to be raised. */
const bodyLimitBytes = 10 * 1024 * 1024;

/** What is known of a request before its body is read. */
export function requestHead(incoming: IncomingMessage): GatewayRequest {
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
}

/** All that is known of what could not be parsed as a request. */
export function unparsedRequest(socket: Duplex): GatewayRequest {
  const { remoteAddress = '', localPort = 0 } = socket instanceof Socket ? socket : {};
  return {
    requestId: randomUUID(),
    extendedRequestId: randomBytes(11).toString('base64'),
    receivedAt: Date.now(),
    httpMethod: '-',
    path: '-',
    queryString: '',
    headers: [],
    body: Buffer.alloc(0),
    sourceIp: remoteAddress.replace(/^::ffff:/, ''),
    port: localPort,
    protocol: 'HTTP/1.1',
  };
}

/**
 * Reads a request's body; undefined as soon as it is larger than 10 MB, its rest unread.
 * Rejects when the client breaks the connection off.
 */
export async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(incoming.headers['content-length'] ?? 0) > bodyLimitBytes) return undefined;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  const chunks: Buffer[] = [];
  let size = 0;
  incoming.on('error', reject);
  incoming.on('end', () => resolve(Buffer.concat(chunks)));
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= bodyLimitBytes) chunks.push(chunk);
    else resolve(undefined);
  });
  return promise;
}

/**
 * A client may choose the request id, and the same one again and again.
 * API Gateway Developer Guide, "Variables for data transformations for API Gateway": `$context.requestId`.
 */
function chosenRequestId(headers: readonly Header[]): string | undefined {
  const chosen = headerValue(headers, 'x-amzn-RequestId');
  return chosen !== undefined && UUID.test(chosen) ? chosen : undefined;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function pairs(rawHeaders: readonly string[]): Header[] {
  return rawHeaders.flatMap((name, index): Header[] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  );
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { GatewayRequest, Header } from './gateway-message.ts';

/** The largest request body. API Gateway Developer Guide, "Amazon API Gateway quotas": 10 MB, not to be raised. */
const bodyLimitBytes = 10 * 1024 * 1024;

/** What is known of a request before its body is read. */
export function requestHead(incoming: IncomingMessage): GatewayRequest {
  const target = (incoming.url ?? '').replace(/^https?:\/\/[^/?]*/i, '');
  const [path = '', ...query] = target.split('?');
  return {
    ...unparsedRequest(incoming.socket),
    httpMethod: incoming.method ?? '-',
    path: path === '' ? '/' : path,
    queryString: query.join('?'),
    headers: pairs(incoming.rawHeaders),
    protocol: `HTTP/${incoming.httpVersion}`,
  };
}

/** All that is known of what could not be parsed as a request. */
export function unparsedRequest(socket: Duplex): GatewayRequest {
  const { remoteAddress = '', localPort = 0 } = socket instanceof Socket ? socket : {};
  return {
    requestId: randomUUID(),
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

function pairs(rawHeaders: readonly string[]): Header[] {
  return rawHeaders.flatMap((name, index): Header[] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  );
}

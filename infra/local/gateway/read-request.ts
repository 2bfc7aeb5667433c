import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type GatewayRequest, type Header, headerValue } from './message.ts';
import { BODY_LIMIT_BYTES } from './replies.ts';

/** Reads a request's body; undefined if it is larger than 10 MB. */
export const readBody = async (incoming: IncomingMessage): Promise<Buffer | undefined> => {
  if (Number(incoming.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size <= BODY_LIMIT_BYTES) chunks.push(chunk);
  }
  return size <= BODY_LIMIT_BYTES ? Buffer.concat(chunks) : undefined;
};

/** The parts of a request as API Gateway passes them on, but for its body. */
export const headOf = (incoming: IncomingMessage): Omit<GatewayRequest, 'body'> => {
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

import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BODY_LIMIT_BYTES } from './replies.ts';

/** All bodies under way have at most so many bytes: ten of the largest. */
const BODIES_LIMIT_BYTES = 10 * BODY_LIMIT_BYTES;

let underWay = 0;

/**
 * Reads a request's body, which counts as under way until the request is answered.
 * @returns why there is none: it is larger than 10 MB, or there are too many others
 */
export const readBody = async (incoming: IncomingMessage, response: ServerResponse) => {
  if (Number(incoming.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) return 'size';
  let chunks: Buffer[] = [];
  let size = 0;
  let held = 0;
  const hold = (bytes: number): void => {
    underWay += bytes - held;
    held = bytes;
  };
  response.once('close', () => hold(0));
  let fault: 'others' | 'size' | undefined;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size > BODY_LIMIT_BYTES) fault = 'size';
    else if (underWay + chunk.length > BODIES_LIMIT_BYTES) fault ??= 'others';
    if (fault) chunks = [];
    else chunks.push(chunk);
    hold(fault ? 0 : size);
  }
  return fault ?? Buffer.concat(chunks);
};

/** The parts of a request as API Gateway passes them on, but for its body. */
export const headOf = (incoming: IncomingMessage) => {
  const { headersDistinct: headers, url = '/', method = 'GET' } = incoming;
  const [path = '', ...query] = url.split('?');
  // Clients may choose it. API Gateway Developer Guide, "Variables for data transformations for API Gateway".
  const chosen = headers['x-amzn-requestid']?.at(-1) ?? '';
  return {
    /** Made by the gateway, or chosen by the client: not unique. */
    requestId: UUID.test(chosen) ? chosen : randomUUID(),
    /** Made by the gateway, and unique. */
    extendedRequestId: randomBytes(11).toString('base64'),
    httpMethod: method,
    /** As sent: the stage included, percent escapes kept, without the query string. */
    path,
    /** As sent, without the question mark. */
    queryString: query.join('?'),
    /** All values of each, by its name in lower case. */
    headers,
  };
};

export type GatewayRequest = Readonly<ReturnType<typeof headOf>> & { readonly body: Buffer };

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

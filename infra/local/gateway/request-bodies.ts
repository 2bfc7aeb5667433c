import type { IncomingMessage, ServerResponse } from 'node:http';
import { BODY_LIMIT_BYTES } from './replies.ts';

/** Whether a request announces a body larger than 10 MB. */
export const announcesTooLarge = ({ headers }: IncomingMessage): boolean => {
  return Number(headers['content-length'] ?? 0) > BODY_LIMIT_BYTES;
};

/** Whether a body is in another coding than chunks, such as `gzip, chunked`. Node takes off the chunks alone. */
export const hasUnknownCoding = ({ headers }: IncomingMessage): boolean =>
  !/^(?:chunked)?$/i.test(headers['transfer-encoding'] ?? '');

/** RFC 9110, section 10.1.1: clients of HTTP/1.0 do not know 1xx answers. */
const waitsForContinue = ({ headers, httpVersion }: IncomingMessage): boolean =>
  httpVersion !== '1.0' && /^100-continue$/i.test(headers.expect ?? '');

/**
 * Reads a request's body; undefined if it is larger than 10 MB. A client that waits for 100 (Continue) gets it here, and not
 * before.
 * @throws Error if the connection closes before the body is there
 */
export const readBody = (response: ServerResponse): Promise<Buffer | undefined> => {
  const { req: incoming } = response;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  let chunks: Buffer[] = [];
  let size = 0;
  const take = (chunk: Buffer) => {
    size += chunk.length;
    chunks.push(chunk);
    if (size <= BODY_LIMIT_BYTES) return;
    incoming.off('data', take);
    chunks = [];
    resolve(undefined);
  };
  if (waitsForContinue(incoming)) response.writeContinue();
  incoming.on('end', () => resolve(Buffer.concat(chunks)));
  incoming.on('data', take);
  response.once('close', () => reject(new Error('The connection closed before the body ended')));
  return promise;
};

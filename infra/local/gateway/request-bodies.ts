import type { IncomingMessage, ServerResponse } from 'node:http';
import { BODY_LIMIT_BYTES } from './replies.ts';

/** The memory for all request bodies of one API until they are answered, in bytes. */
const MEMORY_LIMIT_BYTES = 32 * 1024 * 1024;

/** Why a body was not read to its end: it is larger than 10 MB, or all bodies together take too much memory. */
export type BodyRefusal = 'no room' | 'too large';

/** Reads a request's body and has it answered. Rejects when the connection closes before the body is there. */
export type AnswerBody = <Answer>(
  response: ServerResponse,
  answer: (body: Buffer) => Promise<Answer>,
) => Promise<Answer | BodyRefusal>;

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

/** Reads the bodies of one API. A client that waits for 100 (Continue) gets it here, and not before. */
export const createBodyReader = (): AnswerBody => {
  let taken = 0;
  return async (response, answer) => {
    const { req: incoming } = response;
    const { promise, resolve, reject } = Promise.withResolvers<Buffer | BodyRefusal>();
    let chunks: Buffer[] = [];
    let size = 0;
    const refuse = (refusal: BodyRefusal) => {
      incoming.off('data', take);
      chunks = [];
      resolve(refusal);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      taken += chunk.length;
      chunks.push(chunk);
      if (size > BODY_LIMIT_BYTES) refuse('too large');
      else if (taken > MEMORY_LIMIT_BYTES) refuse('no room');
    };
    if (waitsForContinue(incoming)) response.writeContinue();
    incoming.on('end', () => resolve(Buffer.concat(chunks)));
    incoming.on('data', take);
    response.once('close', () => reject(new Error('The connection closed before the body ended')));
    try {
      const body = await promise;
      return typeof body === 'string' ? body : await answer(body);
    } finally {
      taken -= size;
    }
  };
};

import { timingSafeEqual } from 'node:crypto';
import { Transform } from 'node:stream';

/** A request that must not reach the engine. */
export class RefusedError extends Error {
  override readonly name: string = 'RefusedError';
}

const MAX_HEAD_BYTES = 16 * 1024;

/**
 * Passes on the requests of a connection unchanged, after a check of each head. A proxy that parses
 * and rewrites requests would cost more than the engine does.
 * @param accessKeyId what requests must be signed with
 * @throws RefusedError as the stream's error, if a request must not reach the engine
 */
export const allowedRequests = (accessKeyId: string): Transform => {
  let head = Buffer.alloc(0);
  let bodyLeft = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let rest = chunk;
      while (rest.length > 0) {
        if (bodyLeft > 0) {
          const part = rest.subarray(0, bodyLeft);
          bodyLeft -= part.length;
          rest = rest.subarray(part.length);
          this.push(part);
          continue;
        }
        head = Buffer.concat([head, rest]);
        const end = head.indexOf('\r\n\r\n') + 4;
        if (end < 4) {
          done(head.length > MAX_HEAD_BYTES ? new RefusedError('The headers are too long') : null);
          return;
        }
        const length = allowedLength(head.toString('latin1', 0, end), accessKeyId);
        if (length === undefined) {
          done(new RefusedError('The request is not allowed'));
          return;
        }
        this.push(head.subarray(0, end));
        rest = head.subarray(end);
        head = Buffer.alloc(0);
        bodyLeft = length;
      }
      done();
    },
  });
};

/** The length of a request's body; undefined if the request is not allowed, or does not give the length. */
const allowedLength = (head: string, accessKeyId: string): number | undefined => {
  const all = (name: string) =>
    [...head.matchAll(new RegExp(`^${name}[ \\t]*:[ \\t]*(.*?)[ \\t]*\\r$`, 'gim'))].map(
      ([, value = '']) => value,
    );
  const [host = '', ...hosts] = all('host');
  const [length = '0', ...lengths] = all('content-length');
  const [, given = ''] = /\bCredential=(\w+)\//.exec(all('authorization').join()) ?? [];
  const refused =
    BARE.test(head) ||
    all('origin').length > 0 ||
    all('transfer-encoding').length > 0 ||
    hosts.length > 0 ||
    lengths.length > 0 ||
    !LOOPBACK.test(host) ||
    !/^\d{1,9}$/.test(length) ||
    !isSame(given, accessKeyId);
  return refused ? undefined : Number(length);
};

/** A carriage return or a line feed without the other: the engine may end a line there (RFC 9112, section 2.2). */
const BARE = /\r(?!\n)|(?<!\r)\n/;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

const isSame = (given: string, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));

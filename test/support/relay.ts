import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { type ErrorCode, errorDefinition } from '../../lib/errors/errors.ts';
import { cursorFilter, encodeCursor } from '../../lib/http/cursor.ts';
import { listen } from './listen.ts';

/** The fate of a request: refused with a code, passed on, or passed on with its answer lost. */
export type Fate = ErrorCode | 'answered' | 'lost';

/** A network between a client and the service that fails on command. */
export interface Relay {
  /** A base address. */
  readonly url: string;
  /** How many requests came so far. */
  readonly requests: () => number;
  /** Sets the fates of the next requests; those after them are answered. */
  readonly expect: (...fates: Fate[]) => void;
  readonly close: () => void;
}

/** Headers of one connection or one encoding: `fetch` and Node's server have their own. */
const NOT_PASSED_ON = [
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
];

const passedOn = (headers: Headers): [string, string][] =>
  [...headers].filter(([name]) => !NOT_PASSED_ON.includes(name));

/** Makes a list of pets begin with a pet of the test, so that earlier pets of a stage do not make a walk longer. */
export const beginAt = (id: bigint, query: URLSearchParams): URLSearchParams => {
  const parameter = (name: string) => query.get(name) ?? undefined;
  const filter = cursorFilter({ categoryId: parameter('categoryId'), status: parameter('status') });
  if (id > 1n) query.set('cursor', encodeCursor({ after: id - 1n, filter }));
  return query;
};

/** A path whose list of pets begins with this one, unless it names a cursor or ids. */
const pathFrom = (id: bigint, path: string): string => {
  const { pathname, searchParams: query } = new URL(path, 'http://relay');
  if (pathname !== '/pets' || query.has('cursor') || query.has('ids')) return path;
  return `${pathname}?${beginAt(id, query)}`;
};

/**
 * Starts a relay to the service at a base address.
 * @param first the pet that lists begin with, so that a walk does not depend on pets of other tests
 */
export const startRelay = async (baseUrl: string, first: bigint): Promise<Relay> => {
  let requests = 0;
  let waiting: Fate[] = [];
  const server = createServer(async (incoming, outgoing) => {
    requests += 1;
    const fate = waiting.shift() ?? 'answered';
    if (fate !== 'answered' && fate !== 'lost') {
      const { status, message, headers } = errorDefinition(fate);
      outgoing.writeHead(status, { ...headers, 'Content-Type': 'application/json' });
      outgoing.end(JSON.stringify({ code: fate, message, status }));
      return;
    }
    const body = await buffer(incoming);
    const { method = 'GET', url = '/' } = incoming;
    const isRead = method === 'GET';
    const send = () =>
      fetch(`${baseUrl}${isRead ? pathFrom(first, url) : url}`, {
        method,
        headers: passedOn(
          new Headers(
            Object.entries(incoming.headersDistinct).map(([name, values]) => [
              name,
              String(values),
            ]),
          ),
        ),
        ...(body.length > 0 && { body }),
      });
    let answer = await send();
    // Other tests may exceed the account's limit at this moment, and a test counts its own
    // requests.
    while (answer.status === 429) {
      await answer.body?.cancel();
      await setTimeout(1000);
      answer = await send();
    }
    const text = await answer.text();
    if (fate === 'lost') incoming.socket.destroy();
    outgoing.writeHead(answer.status, Object.fromEntries(passedOn(answer.headers))).end(text);
  });
  const { endpoint, close } = await listen(server);
  return {
    url: endpoint,
    close,
    requests: () => requests,
    expect: (...fates) => {
      waiting = fates;
    },
  };
};

import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { cursorFilter, encodeCursor } from '../../lib/http/cursor.ts';
import { listen } from '../support/listen.ts';

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

/** A path whose list of pets begins with this one, unless it names a cursor or ids. */
const pathFrom = (id: bigint, path: string): string => {
  const { pathname, searchParams: query } = new URL(path, 'http://relay');
  if (pathname !== '/pets' || query.has('cursor') || query.has('ids')) return path;
  const parameter = (name: string) => query.get(name) ?? undefined;
  const filter = cursorFilter({ categoryId: parameter('categoryId'), status: parameter('status') });
  if (id > 1n) query.set('cursor', encodeCursor(id - 1n, filter));
  return `${pathname}?${query}`;
};

/**
 * Starts a relay to the service at a base address.
 * @param first the pet that lists begin with, so that a walk does not depend on pets of other tests
 */
export const startRelay = async (baseUrl: string, first: bigint) => {
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const { method = 'GET', url = '/' } = incoming;
    const sent = Object.entries(incoming.headersDistinct).map(
      ([name, values]) => [name, String(values)] as [string, string],
    );
    const send = () =>
      fetch(`${baseUrl}${method === 'GET' ? pathFrom(first, url) : url}`, {
        method,
        headers: passedOn(new Headers(sent)),
        ...(body.length > 0 && { body }),
      });
    let answer = await send();
    // Other tests may exceed the account's limit at this moment.
    while (answer.status === 429) {
      await answer.body?.cancel();
      await setTimeout(1000);
      answer = await send();
    }
    const text = await answer.text();
    outgoing.writeHead(answer.status, Object.fromEntries(passedOn(answer.headers))).end(text);
  });
  return listen(server);
};

import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type ErrorCode, errorDefinition } from '../../lib/errors.ts';

/** What becomes of a request: refused with a code, passed on, or passed on and its answer lost. */
export type Fate = ErrorCode | 'answered' | 'lost';

/** A network between a client and the service that fails on command. */
export interface Relay {
  /** A base address. */
  readonly url: string;
  /** How many requests came so far. */
  readonly requests: () => number;
  /** Says what becomes of the next requests; those after them are answered. */
  readonly expect: (...fates: Fate[]) => void;
  readonly close: () => void;
}

/** Headers of a request that reach the service. */
const PASSED_ON = ['authorization', 'content-type', 'idempotency-key', 'if-match'];

/** Starts a relay to the service at a base address. */
export const startRelay = async (baseUrl: string): Promise<Relay> => {
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
    const answer = await fetch(`${baseUrl}${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers: PASSED_ON.flatMap((name) => {
        const value = incoming.headers[name];
        return typeof value === 'string' ? [[name, value] as const] : [];
      }),
      ...(body.length > 0 && { body }),
    });
    const text = await answer.text();
    if (fate === 'lost') incoming.socket.destroy();
    outgoing.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    requests: () => requests,
    expect: (...fates) => {
      waiting = fates;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

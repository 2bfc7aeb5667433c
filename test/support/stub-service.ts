import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { listen } from './listen.ts';

/** A request as it came. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly socket: Socket;
}

/** Answers a request, now or later; a number is the status of an answer without a body. */
export type AnswerStub = (request: Received, response: ServerResponse) => unknown;

/** A service, or a receiver of webhooks, that answers as a test says. */
export type StubService = Readonly<Awaited<ReturnType<typeof startStubService>>>;

/** Starts a service on a free port; `await using` ends it. */
export const startStubService = async (answer: AnswerStub = () => 204) => {
  /** All requests so far, but those that a test has taken away. */
  const received: Received[] = [];
  /** Method and path of each request so far. */
  const requests: string[] = [];
  let underWay = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers, socket } = request;
    requests.push(`${method} ${url}`);
    underWay += 1;
    most = Math.max(most, underWay);
    response.on('close', () => {
      underWay -= 1;
    });
    const body = await text(request);
    const whole = { method, url, headers, body, socket };
    received.push(whole);
    const status = await answer(whole, response);
    if (typeof status === 'number') response.writeHead(status).end();
  });
  const { endpoint, port, close } = await listen(server);
  return {
    endpoint,
    /** The base address of a client. */
    baseUrl: `${endpoint}/v1`,
    /** The address of a webhook. */
    url: `http://localhost:${port}/hook`,
    received,
    requests,
    /** Most requests that were under way at once. */
    mostAtOnce: () => most,
    close,
    [Symbol.asyncDispose]: async () => close(),
  };
};

import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.ts';

/** An answer as it goes over the network, from the status on. After it the connection ends. */
export type Answer = string;

/** An answer with a body of a known length. */
export const answer = (status: number, body: object | string, headers = ''): Answer => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const length = Buffer.byteLength(text);
  return `${status} .\r\nx-amzn-requestid: request-1\r\n${headers}Content-Length: ${length}\r\n\r\n${text}`;
};

export interface ReceivedRequest {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that answers as a test tells it to, and keeps what it was asked. */
export interface AnsweringServer {
  readonly endpoint: string;
  /** The next requests are answered with these, the last one again and again. */
  readonly answerWith: (...answers: readonly Answer[]) => void;
  /** Removes the requests since the last time, and returns them. */
  readonly takeRequests: () => ReceivedRequest[];
  readonly close: () => void;
}

/** Starts it in this process. */
export const startAnsweringServer = async (): Promise<AnsweringServer> => {
  let answers: Answer[] = [];
  let requests: ReceivedRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    requests.push({ url: incoming.url, headers: incoming.headers, body: await text(incoming) });
    const next = answers.length > 1 ? answers.shift() : answers[0];
    // It says so, or the next request might be sent on the connection that ends.
    const closing = next?.replace('\r\n', '\r\nConnection: close\r\n');
    outgoing.socket?.end(`HTTP/1.1 ${closing}`);
  });
  const { endpoint, close } = await listen(server);
  return {
    endpoint,
    close,
    answerWith: (...next) => {
      answers = [...next];
    },
    takeRequests: () => {
      const taken = requests;
      requests = [];
      return taken;
    },
  };
};

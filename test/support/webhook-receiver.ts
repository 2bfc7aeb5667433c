import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';

/** A delivery as it came. */
export interface Received {
  readonly id: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** What a client has to receive deliveries. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Most requests that were under way at once. */
  readonly mostAtOnce: () => number;
  readonly close: () => void;
}

/**
 * Starts one on this machine.
 * @param answer answers a delivery, now or later; a number is a status. @default 204
 */
export const startReceiver = async (
  answer: (
    delivery: Received,
    response: ServerResponse,
  ) => Promise<number> | number | undefined = () => 204,
): Promise<Receiver> => {
  const received: Received[] = [];
  let underWay = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    response.on('close', () => {
      underWay -= 1;
    });
    const chunks: Buffer[] = await request.toArray();
    const delivery = {
      id: String(request.headers['webhook-id']),
      body: Buffer.concat(chunks).toString(),
      headers: request.headers,
    };
    received.push(delivery);
    const status = await answer(delivery, response);
    if (status !== undefined) response.writeHead(status).end();
  });
  const { port, close } = await listen(server);
  return { url: `http://localhost:${port}/hook`, received, mostAtOnce: () => most, close };
};

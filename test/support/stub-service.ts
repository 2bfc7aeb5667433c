import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that answers as a test says. */
export interface StubService extends AsyncDisposable {
  /** Its base address. */
  readonly baseUrl: string;
  /** Method and path of each request so far. */
  readonly requests: readonly string[];
}

/** Starts a service on a free port; `await using` ends it. */
export const startStubService = async (answer: RequestListener): Promise<StubService> => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

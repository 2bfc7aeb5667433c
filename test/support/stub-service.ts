import { createServer, type RequestListener } from 'node:http';
import { listen } from './listen.ts';

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
  });
  const { endpoint, close } = await listen(server);
  return { baseUrl: `${endpoint}/v1`, requests, [Symbol.asyncDispose]: async () => close() };
};

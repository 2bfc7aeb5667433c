import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** An address of Lambda that takes every invocation, and runs none. */
export interface InvokedFunctions {
  readonly endpoint: string;
  /** The path, the type and the payload of each. */
  readonly invoked: (readonly [path: string | undefined, type: unknown, payload: unknown])[];
  readonly close: () => void;
}

/** Starts one. */
export const startInvokedFunctions = async (): Promise<InvokedFunctions> => {
  const invoked: InvokedFunctions['invoked'] = [];
  const server = createServer(async (request, response) => {
    const { url, headers } = request;
    invoked.push([url, headers['x-amz-invocation-type'], await json(request)]);
    response.writeHead(202).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    invoked,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

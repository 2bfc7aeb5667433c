import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** An address of Lambda that takes every invocation, and runs none: who waits gets a 404 of ours. */
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
    const type = headers['x-amz-invocation-type'];
    invoked.push([url, type, await json(request)]);
    if (type === 'Event') response.writeHead(202).end();
    else response.end('{"statusCode":404,"body":"{}"}');
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

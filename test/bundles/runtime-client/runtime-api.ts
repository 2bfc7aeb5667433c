import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { listen } from '../../support/listen.ts';

/** What a function threw, as the runtime client serialises it. */
const thrown = z.object({ errorType: z.string(), errorMessage: z.string() });

/** The result of one invocation of a function. */
export type InvocationResult =
  | { readonly kind: 'success' /** The returned value as JSON text. */; readonly payload: string }
  | ({ readonly kind: 'error' } & z.infer<typeof thrown>);

const BASE = '/2018-06-01/runtime';

/** Starts Lambda's Runtime API for one process ("Using the Lambda runtime API for custom runtimes", Lambda Developer Guide). */
export const startRuntimeApi = async (functionName: string) => {
  let asking = Promise.withResolvers<ServerResponse>();
  let requestId = '';
  let settle: (result: InvocationResult) => void = () => {};
  let initError: InvocationResult | undefined;

  const server = createServer(async (request, response) => {
    if (request.url === `${BASE}/invocation/next`) return asking.resolve(response);
    const body = await text(request);
    // Lines that were printed before are in their pipe: they are read in this turn of the event loop.
    await setImmediate();
    const error = () => ({ kind: 'error', ...thrown.parse(JSON.parse(body)) }) as const;
    if (request.url === `${BASE}/init/error`) initError = error();
    else if (request.url === `${BASE}/invocation/${requestId}/error`) settle(error());
    else if (request.url === `${BASE}/invocation/${requestId}/response`)
      settle({ kind: 'success', payload: body });
    else return response.writeHead(404).end();
    response.writeHead(202).end();
  });
  const { port, close } = await listen(server);
  // An instance may be frozen for longer.
  server.keepAliveTimeout = 0;

  return {
    /** Host and port. */
    address: `127.0.0.1:${port}`,
    /** Gives the process an event, and waits for the result. The next event must wait for that. */
    invoke: async (event: unknown, deadlineMs: number) => {
      const { promise, resolve } = Promise.withResolvers<InvocationResult>();
      const response = await asking.promise;
      asking = Promise.withResolvers();
      settle = resolve;
      requestId = randomUUID();
      response
        .writeHead(200, {
          // Without it the client's native part breaks down.
          'Content-Type': 'application/json',
          'Lambda-Runtime-Aws-Request-Id': requestId,
          'Lambda-Runtime-Deadline-Ms': deadlineMs,
          'Lambda-Runtime-Invoked-Function-Arn': `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`,
          'Lambda-Runtime-Trace-Id':
            'Root=1-67891233-abcdef012345678912345678;Parent=53995c3f42cd8ad8;Sampled=0',
        })
        .end(JSON.stringify(event));
      return promise;
    },
    /** What the process reported when it could not load its function. */
    initError: () => initError,
    close,
  };
};

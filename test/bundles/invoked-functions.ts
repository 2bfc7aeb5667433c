import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { type Listening, listen } from '../support/listen.ts';

/** An address of Lambda that takes every invocation, and runs none: who waits gets a 404 of ours. */
export interface InvokedFunctions extends Listening {
  /** The path, the type and the payload of each. */
  readonly invoked: (readonly [path: string | undefined, type: unknown, payload: unknown])[];
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
  return { ...(await listen(server)), invoked };
};

const Webhooks = z.object({
  webhooks: z.array(z.object({ accountId: z.string(), id: z.string() })),
});

/** The webhooks that deliveries were started for, each with the path and the type of its invocation. */
export const webhooksIn = (invoked: InvokedFunctions['invoked']) =>
  invoked.flatMap(([path, type, payload]) =>
    (Webhooks.safeParse(payload).data?.webhooks ?? []).map((each) => [path, type, each] as const),
  );

import * as z from 'zod';
import { type StubService, startStubService } from '../support/stub-service.ts';

/** An address of Lambda that takes every invocation, and runs none: who waits gets a 404 of ours. */
export interface InvokedFunctions extends StubService {
  /** The path, the type and the payload of each. */
  readonly invoked: (readonly [path: string, type: unknown, payload: unknown])[];
}

/** Starts one. */
export const startInvokedFunctions = async (): Promise<InvokedFunctions> => {
  const invoked: InvokedFunctions['invoked'] = [];
  const service = await startStubService(({ url, headers, body }, response) => {
    const type = headers['x-amz-invocation-type'];
    invoked.push([url, type, JSON.parse(body)]);
    if (type === 'Event') return 202;
    return response.end('{"statusCode":404,"body":"{}"}');
  });
  return { ...service, invoked };
};

const Webhooks = z.object({
  webhooks: z.array(z.object({ accountId: z.string(), id: z.string() })),
});

/** The webhooks that deliveries were started for, each with the path and the type of its invocation. */
export const webhooksIn = (invoked: InvokedFunctions['invoked']) =>
  invoked.flatMap(([path, type, payload]) =>
    (Webhooks.safeParse(payload).data?.webhooks ?? []).map((each) => [path, type, each] as const),
  );

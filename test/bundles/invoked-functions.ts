import * as z from 'zod';
import { type StubService, startStubService } from '../support/stub-service.ts';

/** Starts an address of Lambda that takes every invocation, and runs none: who waits gets a 404 of ours. */
export const startInvokedFunctions = (): Promise<StubService> =>
  startStubService(({ headers }, response) =>
    headers['x-amz-invocation-type'] === 'Event'
      ? 202
      : response.end('{"statusCode":404,"body":"{}"}'),
  );

const Webhooks = z.object({
  webhooks: z.array(z.object({ accountId: z.string(), id: z.string() })),
});

/** The webhooks that deliveries were started for, each with the path and the type of its invocation. */
export const webhooksIn = ({ received }: StubService) =>
  received.flatMap(({ url, headers, body }) =>
    (Webhooks.safeParse(JSON.parse(body)).data?.webhooks ?? []).map(
      (each) => [url, headers['x-amz-invocation-type'], each] as const,
    ),
  );

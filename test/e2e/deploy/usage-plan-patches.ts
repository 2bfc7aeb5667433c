import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

interface Patch {
  readonly op: string;
  readonly path: string;
  readonly value: string;
}

const Plan = z.object({
  apiStages: z.array(z.object({ apiId: z.string(), stage: z.string() })).default([]),
});

/** Converts a patch of a plan to the one form that MiniStack takes: with numbers, and all stages at once. */
const patchAtOnce = (
  { apiStages }: z.output<typeof Plan>,
  patches: readonly Patch[],
): unknown[] => {
  const stages = new Set(apiStages.map(({ apiId, stage }) => `${apiId}:${stage}`));
  for (const { op, path, value } of patches) {
    if (path !== '/apiStages') continue;
    if (op === 'add') stages.add(value);
    else stages.delete(value);
  }
  const value = [...stages].map((each) => {
    const [apiId, stage] = each.split(':');
    return { apiId, stage };
  });
  const others = patches.filter(({ path }) => path !== '/apiStages');
  return [
    ...others.map((patch) => ({ ...patch, value: Number(patch.value) })),
    { op: 'replace', path: '/apiStages', value },
  ];
};

/**
 * Opens an address of MiniStack's API Gateway that takes patches of usage plans as AWS does.
 * MiniStack 1.5.33 itself would replace all stages by one.
 */
export const openUsagePlans = async (emulator: string): Promise<string> => {
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url = '' } = incoming;
    const { authorization = '', 'content-type': type = '' } = incoming.headers;
    const headers = { Authorization: authorization, ...(type && { 'Content-Type': type }) };
    const send = (init: RequestInit) => fetch(`${emulator}${url}`, { headers, ...init });
    let body = await text(incoming);
    if (method === 'PATCH' && url.startsWith('/usageplans/')) {
      const plan = Plan.parse(await (await send({})).json());
      const { patchOperations } = JSON.parse(body);
      body = JSON.stringify({ patchOperations: patchAtOnce(plan, patchOperations) });
    }
    const answer = await send({ method, ...(body && { body }) });
    const error = answer.headers.get('x-amzn-errortype');
    outgoing.writeHead(answer.status, { ...(error && { 'x-amzn-errortype': error }) });
    outgoing.end(await answer.bytes());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
};

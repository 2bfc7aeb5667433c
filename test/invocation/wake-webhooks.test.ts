import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLambdaService } from 'local-aws';
import { deployedFunction, engineEnvironment } from '../support/deployed-functions.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';

let engine: TestEngine;
let lambda: Server;
let service: ReturnType<typeof createLambdaService>;
const invoked: unknown[] = [];
const lines: string[] = [];
const { name } = deployedFunction('wakeWebhooks');

beforeAll(async () => {
  engine = await openEngine();
  lambda = createServer(async (request, response) => {
    const { url, headers } = request;
    invoked.push([url, headers['x-amz-invocation-type'], await json(request)]);
    response.writeHead(202).end();
  });
  await once(lambda.listen(0, '127.0.0.1'), 'listening');
  const { port } = lambda.address() as AddressInfo;
  service = createLambdaService([deployedFunction('wakeWebhooks')], {
    environment: {
      ...(await engineEnvironment(engine)),
      AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${port}`,
    },
    log: (_name, line) => lines.push(line),
    maxInstances: () => 1,
  });
});
afterAll(async () => {
  await service.close();
  lambda.close();
  lambda.closeAllConnections();
  await engine.close();
});

test('the sweep invokes the alias of deliverWebhook for each webhook that is due, and does not wait for it', async () => {
  const put = (id: string, dueAt: number) =>
    engine.client.send(
      new PutCommand({
        TableName: engine.tables.webhooks,
        Item: { accountId: 'acct_1', id, due: 'due', dueAt },
      }),
    );
  await put('whk_late', Date.now() - 61_000);
  await put('whk_later', Date.now() + 60_000);
  expect(await service.invoke(name, { source: 'aws.events' })).toMatchObject({ kind: 'success' });
  const alias = `${deployedFunction('deliverWebhook').name}:live`;
  expect(invoked).toEqual([
    [
      `/2015-03-31/functions/${encodeURIComponent(alias)}/invocations`,
      'Event',
      { accountId: 'acct_1', id: 'whk_late' },
    ],
  ]);
  expect(lines.map((line) => JSON.parse(line))).toContainEqual({
    level: 'INFO',
    code: 'webhooks_due',
    due: 1,
    oldestSeconds: 61,
  });
});

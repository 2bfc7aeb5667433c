import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLambdaService } from 'local-aws';
import { deployedFunction, engineEnvironment } from '../support/deployed-functions.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { type InvokedFunctions, startInvokedFunctions } from '../support/invoked-functions.ts';

let engine: TestEngine;
let lambda: InvokedFunctions;
let service: ReturnType<typeof createLambdaService>;
const lines: string[] = [];
const { name } = deployedFunction('wakeWebhooks');

beforeAll(async () => {
  engine = await openEngine();
  lambda = await startInvokedFunctions();
  service = createLambdaService([deployedFunction('wakeWebhooks')], {
    environment: {
      ...(await engineEnvironment(engine)),
      AWS_ENDPOINT_URL_LAMBDA: lambda.endpoint,
    },
    log: (_name, line) => lines.push(line),
    maxInstances: () => 1,
  });
});
afterAll(async () => {
  await service.close();
  lambda.close();
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
  expect(lambda.invoked).toEqual([
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

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterEach, expect, test } from '@jest/globals';
import { hostEngine } from '../src/dynamodb/shared-engine.ts';
import { createAsyncInvocations } from '../src/lambda/async-invocations.ts';
import { readEventInvokeConfigs } from '../src/lambda/event-invoke-configs.ts';
import type { InvocationResult } from '../src/lambda/invocation.ts';
import { startLambdaEndpoint } from '../src/lambda/lambda-endpoint.ts';
import { serve } from '../src/serve.ts';
import { lambdaFunction, shopAssembly, shopResources, shopTemplate } from './assembly.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const start = async (
  answer: (event: unknown) => Promise<InvocationResult> = async (event) => ({
    kind: 'success',
    payload: JSON.stringify({ event }),
  }),
  room?: number,
) => {
  const events: unknown[] = [];
  const invoke = (name: string, event: unknown) => {
    events.push([name, event]);
    return answer(event);
  };
  const asynchronous = createAsyncInvocations({
    invoke,
    configOf: () => ({ maxRetries: 0, maxAgeSeconds: 60 }),
    log: () => {},
    ...(room !== undefined && { room }),
  });
  const endpoint = await startLambdaEndpoint({
    host: '127.0.0.1',
    accessKeyId: 'AKIDLOCAL',
    hasFunction: (name) => name === 'pets',
    invoke,
    asynchronous,
  });
  const clientOf = (accessKeyId: string) =>
    new LambdaClient({
      endpoint: endpoint.url,
      region: 'us-east-1',
      credentials: { accessKeyId, secretAccessKey: 'local' },
      maxAttempts: 1,
    });
  closers.push(endpoint.close, asynchronous.close);
  return { events, clientOf, client: clientOf('AKIDLOCAL'), url: endpoint.url };
};

const ARN = 'arn:aws:lambda:us-east-1:000000000000:function:pets';

test.each(['pets', 'pets:live', ARN, `${ARN}:live`])(
  'the SDK invokes a function as %s',
  async (FunctionName) => {
    const { client, events } = await start();
    const Payload = JSON.stringify({ id: 7 });
    const answer = await client.send(new InvokeCommand({ FunctionName, Payload }));
    expect(JSON.parse(String(answer.Payload?.transformToString()))).toEqual({ event: { id: 7 } });
    expect(answer).toMatchObject({ StatusCode: 200, ExecutedVersion: '$LATEST' });
    expect(answer.FunctionError).toBeUndefined();
    expect(events).toEqual([['pets', { id: 7 }]]);
  },
);

test('an event is accepted before the function has ended', async () => {
  const gate = Promise.withResolvers<InvocationResult>();
  const { client, events } = await start(() => gate.promise);
  const Payload = JSON.stringify({ id: 7 });
  const answer = await client.send(
    new InvokeCommand({ FunctionName: 'pets', InvocationType: 'Event', Payload }),
  );
  expect(answer.StatusCode).toBe(202);
  await until(() => events.length === 1);
  gate.resolve({ kind: 'success', payload: 'null' });
});

test.each([
  [
    { kind: 'error', errorType: 'TypeError', errorMessage: 'no', trace: ['at x'] },
    { errorType: 'TypeError', errorMessage: 'no', trace: ['at x'] },
  ],
  [{ kind: 'timeout' }, { errorMessage: 'Task timed out' }],
] as const)('a failure is an answer with an error: %j', async (result, payload) => {
  const { client } = await start(async () => result);
  const answer = await client.send(new InvokeCommand({ FunctionName: 'pets' }));
  expect(answer).toMatchObject({ StatusCode: 200, FunctionError: 'Unhandled' });
  expect(JSON.parse(String(answer.Payload?.transformToString()))).toEqual(payload);
});

test('it refuses what Lambda refuses', async () => {
  const { client, clientOf, events } = await start(undefined, 5000);
  const refusal = async (command: InvokeCommand, by = client) =>
    by.send(command).then(
      () => undefined,
      (error: Error) => error.name,
    );
  expect(await refusal(new InvokeCommand({ FunctionName: 'cats' }))).toBe(
    'ResourceNotFoundException',
  );
  expect(await refusal(new InvokeCommand({ FunctionName: 'pets', Payload: '{' }))).toBe(
    'InvalidRequestContentException',
  );
  const large = JSON.stringify('x'.repeat(1024 * 1024));
  const tooLarge = { FunctionName: 'pets', InvocationType: 'Event', Payload: large } as const;
  expect(await refusal(new InvokeCommand(tooLarge))).toBe('RequestTooLargeException');
  const many = { ...tooLarge, Payload: JSON.stringify('x'.repeat(4000)) } as const;
  expect(await refusal(new InvokeCommand(many))).toBe('TooManyRequestsException');
  expect(await refusal(new InvokeCommand({ FunctionName: 'pets' }), clientOf('other'))).toBe(
    'MissingAuthenticationTokenException',
  );
  expect(events).toEqual([]);
});

test('it refuses pages of browsers, and other calls of Lambda', async () => {
  const { events, url } = await start();
  const headers = { authorization: 'AWS4-HMAC-SHA256 Credential=AKIDLOCAL/x' };
  const post = (path: string, others: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { method: 'POST', headers: { ...headers, ...others }, body: '{}' });
  const invocations = '/2015-03-31/functions/pets/invocations';
  expect((await post(invocations, { origin: 'http://localhost:3000' })).status).toBe(403);
  expect((await post('/2015-03-31/functions')).status).toBe(501);
  expect((await post(invocations, { 'x-amz-invocation-type': 'DryRun' })).status).toBe(501);
  expect(events).toEqual([]);
  expect((await post(invocations)).status).toBe(200);
});

test('functions have the settings of the template, by the name of the function', () => {
  const config = (FunctionName: object, properties: object) => ({
    Type: 'AWS::Lambda::EventInvokeConfig',
    Properties: { FunctionName, Qualifier: 'live', ...properties },
  });
  const configs = readEventInvokeConfigs(
    shopTemplate({
      A: lambdaFunction({}),
      B: lambdaFunction({}),
      OfA: config({ Ref: 'A' }, { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 }),
      OfB: config({ 'Fn::GetAtt': ['B', 'Arn'] }, {}),
    }),
  );
  expect(Object.fromEntries(configs)).toEqual({
    'shop-A': { maxRetries: 0, maxAgeSeconds: 60 },
    'shop-B': { maxRetries: 2, maxAgeSeconds: 21_600 },
  });
});

/** Answers a request with what the other function answers, and has it write a file without waiting. */
const SOURCE = `
  import { writeFileSync } from 'node:fs';
  import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
  export const handler = async (event) => {
    const { OTHER, FILE } = process.env;
    if (event.write) return writeFileSync(FILE, event.write);
    if (event.add) return event.add + 1;
    const client = new LambdaClient({});
    const invoke = (payload, InvocationType) => client.send(
      new InvokeCommand({ FunctionName: OTHER, InvocationType, Payload: JSON.stringify(payload) }));
    await invoke({ write: 'done' }, 'Event');
    const { Payload } = await invoke({ add: 1 });
    return { statusCode: 200, body: Payload.transformToString() };
  };
`;

test('a function of a served stack invokes another that nothing else uses, with the SDK alone', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'written');
  const engine = await hostEngine(folder);
  closers.push(engine.close);
  const openApi = Object.entries(shopResources).filter(([id]) => id.startsWith('Open'));
  const assembly = shopAssembly(
    {
      ...Object.fromEntries(openApi),
      PetsFunction: lambdaFunction({ OTHER: { Ref: 'OtherFunction' } }),
      OtherFunction: lambdaFunction({ FILE: file }),
    },
    {},
    SOURCE,
  );
  const served = await serve(assembly, 'shop', {
    engine,
    port: () => 0,
    note: () => {},
    accessLog: () => {},
  });
  closers.push(served.close);
  const open = served.apis.find(({ name }) => name === 'Open');
  const answer = await fetch(`${open?.url}/`);
  expect([answer.status, await answer.text()]).toEqual([200, '2']);
  await until(() => existsSync(file) && readFileSync(file, 'utf8') === 'done');
});

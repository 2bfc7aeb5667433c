import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { operations } from '../../functions/operations.ts';
import { readRestApis } from '../../infra/local/api-gateway/rest-apis.ts';
import { readFunctions } from '../../infra/local/lambda/lambda-functions.ts';
import {
  createLambdaService,
  type LambdaService,
} from '../../infra/local/lambda/lambda-service.ts';
import { stagingTemplate } from '../support/assembly.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { createEvent, type EventOptions, proxyEvent } from '../support/events.ts';
import { type RecordingEngine, startRecordingEngine } from '../support/recording-engine.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';

let engine: TestEngine;
let recorder: RecordingEngine;
let lambda: LambdaService;

beforeAll(async () => {
  engine = await openEngine();
  recorder = await startRecordingEngine(engine.endpoint);
  const template = stagingTemplate();
  const { accessKeyId } = await engine.client.config.credentials();
  lambda = createLambdaService(readFunctions(template, readRestApis(template)), {
    environment: { AWS_ENDPOINT_URL_DYNAMODB: recorder.endpoint, AWS_ACCESS_KEY_ID: accessKeyId },
    log: () => {},
    maxInstances: 1,
  });
});
afterAll(async () => {
  await lambda.close();
  recorder.close();
  await engine.close();
});
beforeEach(() => {
  recorder.asked.length = 0;
});

const invoke = (name: string, event: unknown) => {
  const template = stagingTemplate();
  const [logicalId = ''] = template
    .logicalIds('AWS::Lambda::Function')
    .filter((id) => id.startsWith(`${name}Function`));
  return lambda.invoke(template.ref(logicalId), event);
};

/** A request with an idempotency key, and its replay. */
const twice = (body: string, options: EventOptions = {}) => {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': body };
  const event = createEvent(body, { ...options, headers });
  return [event, event];
};

/** Requests that reach every storage call of an operation. */
const REQUESTS: Readonly<Record<string, readonly APIGatewayProxyEvent[]>> = {
  createMessage: twice('{"message":"Hello"}', { resource: '/messages' }),
  createPet: twice('{"name":"Rex","categoryId":1}'),
  getPet: [proxyEvent({ resource: '/pets/{petId}', pathParameters: { petId: '1' } })],
  listPets: [proxyEvent(), proxyEvent({ query: { status: ['sold'] } })],
};

test.each(operations)(
  '$operationId asks of DynamoDB what its contract allows it, all of it',
  async ({ operationId, access }) => {
    const requests = REQUESTS[operationId];
    if (requests === undefined) throw new Error(`REQUESTS has none of ${operationId}: add them`);
    for (const event of requests) {
      expect(await invoke(operationId, event)).toMatchObject({ kind: 'success' });
    }
    const allowed = access.flatMap(({ table, index, actions }) =>
      actions.map((action) => `${action} ${engine.tables[table]}${index ? `/index/${index}` : ''}`),
    );
    expect([...new Set(recorder.asked)].sort()).toEqual(allowed.sort());
  },
);

test('the authorizer reads a key and notes its use, and asks nothing else', async () => {
  const { apiKey } = await issueTestKey(openTestStage(engine));
  await invoke('authorizer', {
    type: 'TOKEN',
    authorizationToken: `Bearer ${apiKey}`,
    methodArn: 'arn:aws:execute-api:us-east-1:000000000000:abc/v1/GET/pets',
  });
  const { apiKeys } = engine.tables;
  expect(recorder.asked).toEqual([`GetItem ${apiKeys}`, `UpdateItem ${apiKeys}`]);
});

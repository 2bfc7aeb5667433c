import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { checkReleaseHandler } from '../../functions/check-release/check-release.ts';
import { checkVersion, type InvokeVersion } from '../../functions/check-release/check-version.ts';
import { operations } from '../../functions/operations.ts';
import { tableNames } from '../../lib/storage/tables.ts';
import { type RunningFunctions, runFunctions } from '../support/deployed-functions.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { type RecordingEngine, startRecordingEngine } from '../support/recording-engine.ts';
import type { InvocationResult } from '../support/runtime-client/runtime-api.ts';

const NAMES = [
  'authorizer',
  'unmatched',
  'recordEvents',
  'wakeWebhooks',
  'deliverWebhook',
  ...operations.map(({ operationId }) => operationId),
];
const PREFIX = 'pet_test_';

let engine: TestEngine;
let recorder: RecordingEngine;
let functions: RunningFunctions;
let cloudFormation: Server;
let answered: unknown[] = [];

beforeAll(async () => {
  engine = await openEngine();
  recorder = await startRecordingEngine(engine.endpoint);
  functions = await runFunctions({ ...engine, endpoint: recorder.endpoint });
  cloudFormation = createServer(async (request, response) => {
    answered.push({ type: request.headers['content-type'], ...Object(await json(request)) });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(cloudFormation, 'listening');
});
afterAll(async () => {
  cloudFormation.close();
  cloudFormation.closeAllConnections();
  await functions.close();
  recorder.close();
  await engine.close();
});
beforeEach(() => {
  answered = [];
});

/** What Lambda's API gives back of an invocation. */
const asInvocation = (result: InvocationResult) => ({
  failed: result.kind !== 'success',
  payload: result.kind === 'success' ? result.payload : JSON.stringify(result),
});

/** Versions are named after their functions here: `arn:getPet:7`. */
const invokeBundle: InvokeVersion = async (arn, event) =>
  asInvocation(await functions.invoke(arn.split(':')[1] ?? '', event));

const arnsOf = (number: number, names = NAMES) =>
  Object.fromEntries(names.map((name) => [name, `arn:${name}:${number}`]));

type Versions = Readonly<Record<string, string>>;

const deploy = (Versions: Versions, before?: Versions): CloudFormationCustomResourceEvent => {
  const address = cloudFormation.address();
  const port = typeof address === 'object' ? address?.port : '';
  const common = {
    ServiceToken: 'token',
    ResponseURL: `http://127.0.0.1:${port}/`,
    StackId: 'stack',
    RequestId: 'request',
    LogicalResourceId: 'ReleaseCheck',
    ResourceType: 'Custom::ReleaseCheck',
    ResourceProperties: { ServiceToken: 'token', Versions },
  };
  if (before === undefined) return { ...common, RequestType: 'Create' };
  return {
    ...common,
    RequestType: 'Update',
    PhysicalResourceId: 'release',
    OldResourceProperties: { ServiceToken: 'token', Versions: before },
  };
};

/** Answers as bundles do, but for some functions. */
const invokeWith =
  (others: Readonly<Record<string, Awaited<ReturnType<InvokeVersion>>>>): InvokeVersion =>
  async (arn, event) =>
    others[arn.split(':')[1] ?? ''] ?? invokeBundle(arn, event);

/** All that is stored. */
const stored = () =>
  Promise.all(
    tableNames().map(async (name) => {
      const scan = new ScanCommand({ TableName: engine.tables[name], ConsistentRead: true });
      return [name, (await engine.client.send(scan)).Items];
    }),
  );

test('every function passes, and nothing is stored', async () => {
  const before = await stored();
  recorder.asked.length = 0;
  await checkReleaseHandler(invokeBundle, PREFIX, 1)(deploy(arnsOf(1)));
  expect(answered).toEqual([
    {
      type: undefined,
      Status: 'SUCCESS',
      PhysicalResourceId: 'release',
      RequestId: 'request',
      StackId: 'stack',
      LogicalResourceId: 'ReleaseCheck',
    },
  ]);
  expect(await stored()).toEqual(before);
});

test('each operation that reads or deletes asks storage, so that rights and tables are tried too', async () => {
  const silent: string[] = [];
  for (const { operationId, method } of operations) {
    if (method !== 'GET' && method !== 'DELETE') continue;
    recorder.asked.length = 0;
    await checkVersion(invokeBundle, PREFIX, operationId, `arn:${operationId}:1`);
    if (recorder.asked.length === 0) silent.push(operationId);
  }
  expect(silent).toEqual([]);
});

test('a version that answers 500 or 400 to all, throws, or answers nonsense fails the deployment, and each is named', async () => {
  const invoke = invokeWith({
    getPet: {
      failed: false,
      payload: JSON.stringify({ statusCode: 500, body: '{"code":"internal_error"}' }),
    },
    createPet: {
      failed: true,
      payload: '{"errorType":"Runtime.ImportModuleError","errorMessage":"secret"}',
    },
    listOrders: {
      failed: false,
      payload: JSON.stringify({ statusCode: 400, body: '{"code":"validation_failed"}' }),
    },
    listPets: { failed: false, payload: 'null' },
    authorizer: { failed: false, payload: '{"principalId":"acct_1"}' },
  });
  await checkReleaseHandler(invoke, PREFIX, 1)(deploy(arnsOf(1)));
  expect(answered).toEqual([
    expect.objectContaining({
      Status: 'FAILED',
      Reason:
        'authorizer lets in a key that nobody has; ' +
        'createPet ends without an answer: Runtime.ImportModuleError; ' +
        'getPet answers 500 internal_error in place of 200 or 404; ' +
        'listOrders answers 400 validation_failed in place of 200 or 404; ' +
        'listPets answers with what API Gateway does not take',
    }),
  ]);
}, 30_000);

test('a function that cannot reach its storage fails it, and the authorizer too', async () => {
  const nowhere = { ...engine, endpoint: 'http://127.0.0.1:9' };
  const broken = await runFunctions(nowhere);
  const invoke: InvokeVersion = async (arn, event) =>
    asInvocation(await broken.invoke(arn.split(':')[1] ?? '', event));
  expect(await checkVersion(invoke, PREFIX, 'getPet', 'arn:getPet:1', 1)).toBe(
    'getPet answers 503 unavailable in place of 200 or 404',
  );
  expect(await checkVersion(invoke, PREFIX, 'authorizer', 'arn:authorizer:1', 1)).toMatch(
    /^authorizer fails to read keys: /,
  );
  await broken.close();
}, 30_000);

test('one failure that passes is not one', async () => {
  let calls = 0;
  const invoke: InvokeVersion = async (arn, event) => {
    calls += 1;
    return calls === 1
      ? { failed: false, payload: '{"statusCode":503,"body":"{}"}' }
      : invokeBundle(arn, event);
  };
  expect(await checkVersion(invoke, PREFIX, 'getPet', 'arn:getPet:1', 1)).toBeUndefined();
  expect(calls).toBe(2);
});

test('a deployment that goes back, or is deleted, is never refused; one that goes on has only its changes checked', async () => {
  const asked: string[] = [];
  const check = checkReleaseHandler(
    async (arn, event) => {
      asked.push(arn);
      return invokeBundle(arn, event);
    },
    PREFIX,
    1,
  );
  await check(deploy(arnsOf(1), arnsOf(2)));
  expect(asked).toEqual([]);
  await check(
    deploy({ ...arnsOf(2), getPet: 'arn:getPet:10' }, { ...arnsOf(2), getPet: 'arn:getPet:9' }),
  );
  expect(asked).toEqual(['arn:getPet:10']);
  await check({ ...deploy(arnsOf(1)), RequestType: 'Delete', PhysicalResourceId: 'release' });
  expect(asked).toEqual(['arn:getPet:10']);
  expect(answered).toEqual(Array(3).fill(expect.objectContaining({ Status: 'SUCCESS' })));
});

test('a function in place of another one is new, whatever the number of its version', async () => {
  const asked: string[] = [];
  const check = checkReleaseHandler(
    async (arn, event) => {
      asked.push(arn);
      return invokeBundle(arn.replace(':another', ''), event);
    },
    PREFIX,
    1,
  );
  await check(deploy({ getPet: 'arn:getPet:another:1' }, { getPet: 'arn:getPet:17' }));
  expect(asked).toEqual(['arn:getPet:another:1']);
});

test('a version that Lambda does not invoke yet is tried again, and is named if it stays so', async () => {
  let refusals = 3;
  const refused = Object.assign(new Error('secret'), { name: 'AccessDeniedException' });
  const invoke: InvokeVersion = async (arn, event) => {
    refusals -= 1;
    if (refusals >= 0) throw refused;
    return invokeBundle(arn, event);
  };
  expect(await checkVersion(invoke, PREFIX, 'getPet', 'arn:getPet:1', 1)).toBeUndefined();
  refusals = 5;
  expect(await checkVersion(invoke, PREFIX, 'getPet', 'arn:getPet:1', 1)).toBe(
    'getPet cannot be invoked: AccessDeniedException',
  );
});

test('a check that cannot be made is a failed deployment at once, and not after CloudFormation’s patience', async () => {
  const check = checkReleaseHandler(invokeBundle, PREFIX, 1);
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  await check(deploy({ noSuchOperation: 'arn:noSuchOperation:1' }));
  expect(logged.mock.calls[0]?.[0]).toContain('release_not_checked');
  logged.mockRestore();
  expect(answered).toEqual([expect.objectContaining({ Status: 'FAILED' })]);
});

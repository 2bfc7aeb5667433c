import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { CHECK_RELEASE_ACCESS } from '../../functions/check-release/access.ts';
import { checkVersion, type InvokeVersion } from '../../functions/check-release/check-version.ts';
import { DELIVER_WEBHOOK_ACCESS } from '../../functions/deliver-webhook/access.ts';
import { operations } from '../../functions/operations.ts';
import { RECORD_EVENTS_ACCESS } from '../../functions/record-events/access.ts';
import { WAKE_WEBHOOKS_ACCESS } from '../../functions/wake-webhooks/access.ts';
import { examplesOf } from '../../infra/openapi/document/example-request.ts';
import { LOOPBACK_TARGETS_ENV } from '../../lib/process/env.ts';
import { type TableAccess, tableNames } from '../../lib/storage/tables.ts';
import { openEngine } from '../support/engine.ts';
import { nameOfExample, prepareExample, statusOf } from '../support/examples.ts';
import { startRecordingEngine } from '../support/faulty-engine.ts';
import { webhookStorage } from '../support/stored-webhooks.ts';
import { petChange, storedPet, streamRecord } from '../support/stream-records.ts';
import { startStubService } from '../support/stub-service.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';
import { runFunctions } from './deployed-functions.ts';
import { startInvokedFunctions, webhooksIn } from './invoked-functions.ts';

const engine = await openEngine();
const recorder = await startRecordingEngine(engine);
const lambda = await startInvokedFunctions();
const functions = await runFunctions(
  { ...engine, endpoint: recorder.endpoint },
  { AWS_ENDPOINT_URL_LAMBDA: lambda.endpoint, [LOOPBACK_TARGETS_ENV]: 'allowed' },
);
afterAll(async () => {
  await functions.close();
  lambda.close();
  recorder.close();
  await engine.close();
});
beforeEach(() => {
  recorder.asked.length = 0;
});

/** Rights as the recorder writes requests: `GetItem pets`, `Query pets/index/byStatus`. */
const rightsTo = (access: readonly TableAccess[]): readonly string[] =>
  access.flatMap(({ table, index, actions }) =>
    actions.map((action) => `${action} ${table}${index ? `/index/${index}` : ''}`),
  );

/** Invokes recordEvents with a new pet: what was recorded before is not recorded again. */
const recordPet = async (id: bigint) => {
  const Records = [streamRecord(petChange(id, 1, undefined, storedPet(id)), engine.tables)];
  expect(await functions.invoke('recordEvents', { Records })).toMatchObject({ kind: 'success' });
};

test.each(operations)(
  '$operationId asks of DynamoDB what its contract allows it, all of it, and marks a replayed answer',
  async (contract) => {
    const used = new Set<string>();
    for (const named of examplesOf(contract)) {
      const request = await prepareExample(named, functions.send);
      recorder.asked.length = 0;
      // A key that comes again asks for more than one that is new, and the answer says so.
      for (const replayed of contract.request.idempotencyKey ? [undefined, 'true'] : [undefined]) {
        const { status, header } = await functions.send(request);
        const seen = [nameOfExample(named), status, header('Idempotent-Replayed')];
        expect(seen).toEqual([nameOfExample(named), statusOf(named), replayed]);
      }
      for (const right of recorder.asked) used.add(right);
    }

    const allowed = rightsTo(contract.access);
    // A read without ConsistentRead would not see what was created a moment ago.
    const faults = [
      ...allowed
        .filter((right) => !used.has(right))
        .map((right) => `No example does ${right}: add one, or take it out of "access".`),
      ...[...used]
        .filter((right) => !allowed.includes(right))
        .map((right) => `It does ${right}: add that to "access" of its contract.`),
    ];
    expect(faults).toEqual([]);
  },
);

test('recordEvents reads the head of a log and writes a transaction, and asks nothing else', async () => {
  await recordPet(7n);
  expect(new Set(recorder.asked)).toEqual(new Set(rightsTo(RECORD_EVENTS_ACCESS)));
});

test('wakeWebhooks finds webhooks by their log, by when they are due, and by slices, and asks nothing else', async () => {
  const { accountId, id } = await webhookStorage(engine).create();
  const Records = [{ dynamodb: { Keys: { log: { S: 'pets' }, position: { N: '0' } } } }];
  // One of the sweeps of an hour finds it in its slice.
  const sweeps = Array.from({ length: 60 }, (_, minute) => ({ time: new Date(minute * 60_000) }));
  for (const event of [{ Records }, ...sweeps]) {
    expect(await functions.invoke('wakeWebhooks', event)).toMatchObject({ kind: 'success' });
  }
  expect(webhooksIn(lambda)).toContainEqual([expect.anything(), 'Event', { accountId, id }]);
  expect(new Set(recorder.asked)).toEqual(new Set(rightsTo(WAKE_WEBHOOKS_ACCESS)));
});

test('deliverWebhook reads what it signs and sends, and notes how far it came, and asks nothing else', async () => {
  const receiver = await startStubService();
  const webhook = await webhookStorage(engine).create({ url: receiver.url });
  await recordPet(8n);
  // Of an empty log it reads the head, too.
  const idle = await webhookStorage(engine).create({ url: receiver.url, about: 'orders' });
  recorder.asked.length = 0;
  const webhooks = [idle, webhook].map(({ accountId, id }) => ({ accountId, id }));
  const result = await functions.invoke('deliverWebhook', { webhooks });
  expect(result).toMatchObject({ kind: 'success' });
  receiver.close();
  expect(receiver.received.at(-1)?.body).toContain('pet.created');
  expect(new Set(recorder.asked)).toEqual(new Set(rightsTo(DELIVER_WEBHOOK_ACCESS)));
});

test('the authorizer reads a key and notes its use, and asks nothing else', async () => {
  const { apiKey } = await issueTestKey(openTestStage(engine));
  await functions.invoke('authorizer', {
    type: 'TOKEN',
    authorizationToken: `Bearer ${apiKey}`,
    methodArn: 'arn:aws:execute-api:us-east-1:000000000000:abc/v1/GET/pets',
  });
  expect(recorder.asked).toEqual(['GetItem apiKeys', 'UpdateItem apiKeys']);
});

test('checkRelease marks, reads and forgets backfills, and asks nothing else', async () => {
  const cloudFormation = await startStubService();
  const Backfills = [{ name: 'one', table: 'orders', neededBy: ['getPet'], command: 'npm run …' }];
  const first = { Versions: { getPet: 'arn:getPet:1' }, Backfills };
  const second = { Versions: { getPet: 'arn:getPet:2' }, Backfills };
  const third = { Versions: { getPet: 'arn:getPet:3' }, Backfills: [] };
  for (const event of [
    { RequestType: 'Create', ResourceProperties: first },
    { RequestType: 'Update', OldResourceProperties: first, ResourceProperties: second },
    { RequestType: 'Update', OldResourceProperties: second, ResourceProperties: third },
  ]) {
    await functions.invoke('checkRelease', { ...event, ResponseURL: cloudFormation.url });
    expect(cloudFormation.received.at(-1)?.body).toContain('"Status":"SUCCESS"');
  }
  cloudFormation.close();
  expect(new Set(recorder.asked)).toEqual(new Set(rightsTo(CHECK_RELEASE_ACCESS)));
});

test('the check of a release passes every function, asks storage where it reads, and stores nothing', async () => {
  const stored = () => Promise.all(tableNames().map((name) => engine.all(name)));
  const before = await stored();
  const invoke: InvokeVersion = async (name, event) => {
    const result = await functions.invoke(name, event);
    const failed = result.kind !== 'success';
    return { failed, payload: failed ? JSON.stringify(result) : result.payload };
  };
  const methods = new Map<string, string>(
    operations.map(({ operationId, method }) => [operationId, method]),
  );
  const others = ['authorizer', 'unmatched', 'recordEvents', 'wakeWebhooks', 'deliverWebhook'];
  const faults: string[] = [];
  for (const name of [...others, ...methods.keys()]) {
    recorder.asked.length = 0;
    faults.push((await checkVersion(invoke, 'pet_test_', name, name, 1)) ?? '');
    const reads = ['GET', 'DELETE'].includes(methods.get(name) ?? '');
    if (reads && recorder.asked.length === 0) faults.push(`${name} asks no storage`);
  }
  expect(faults.filter(Boolean)).toEqual([]);
  expect(await stored()).toEqual(before);
});

import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { operations } from '../../functions/operations.ts';
import { RECORD_EVENTS_ACCESS } from '../../functions/record-events/access.ts';
import { examplesOf } from '../../infra/docs/openapi/example-request.ts';
import { type RunningFunctions, runFunctions } from '../support/deployed-functions.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { nameOfExample, prepareExample, statusOf } from '../support/examples.ts';
import { type RecordingEngine, STALE, startRecordingEngine } from '../support/recording-engine.ts';
import { petChange, storedPet, streamRecord } from '../support/stream-records.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';

let engine: TestEngine;
let recorder: RecordingEngine;
let functions: RunningFunctions;

beforeAll(async () => {
  engine = await openEngine();
  recorder = await startRecordingEngine(engine.endpoint);
  functions = await runFunctions({ ...engine, endpoint: recorder.endpoint });
});
afterAll(async () => {
  await functions.close();
  recorder.close();
  await engine.close();
});
beforeEach(() => {
  recorder.asked.length = 0;
});

/** What one function asked for, as rights: `GetItem pets`, `Query pets/index/byStatus`. */
const rightsUsed = (): readonly string[] => {
  const names = new Map(Object.entries(engine.tables).map(([name, deployed]) => [deployed, name]));
  return recorder.asked.map((asked) => {
    const [, action, table = '', rest = ''] = /^(\w+) ([^/ ]+)(.*)$/.exec(asked) ?? [];
    return `${action} ${names.get(table) ?? table}${rest}`;
  });
};

test.each(operations)(
  '$operationId asks of DynamoDB what its contract allows it, all of it',
  async (contract) => {
    const used = new Set<string>();
    for (const named of examplesOf(contract)) {
      const request = await prepareExample(named, functions.send);
      recorder.asked.length = 0;
      // A key that comes again asks for more than one that is new.
      for (let sent = 0; sent < (contract.request.idempotencyKey ? 2 : 1); sent += 1) {
        const { status } = await functions.send(request);
        expect([nameOfExample(named), status]).toEqual([nameOfExample(named), statusOf(named)]);
      }
      for (const right of rightsUsed()) used.add(right);
    }

    const allowed = contract.access.flatMap(({ table, index, actions }) =>
      actions.map((action) => `${action} ${table}${index ? `/index/${index}` : ''}`),
    );
    const { operationId } = contract;
    const faults = [
      ...allowed
        .filter((right) => !used.has(right))
        .map(
          (right) =>
            `${operationId} may ${right}, but none of its examples does: add one that does to its contract, or take the right out of "access".`,
        ),
      ...[...used]
        .filter((right) => !allowed.includes(right))
        .map((right) =>
          right.endsWith(STALE)
            ? `${operationId} does ${right}: it would not see what was created a moment ago.`
            : `${operationId} does ${right}: add that to "access" of its contract.`,
        ),
    ];
    expect(faults).toEqual([]);
  },
);

test('recordEvents reads the head of a log and writes a transaction, and asks nothing else', async () => {
  const Records = [streamRecord(petChange(7n, 1, undefined, storedPet(7n)), engine.tables)];
  expect(await functions.invoke('recordEvents', { Records })).toMatchObject({ kind: 'success' });
  expect(new Set(rightsUsed())).toEqual(
    new Set(
      RECORD_EVENTS_ACCESS.flatMap(({ table, actions }) =>
        actions.map((action) => `${action} ${table}`),
      ),
    ),
  );
});

test('the authorizer reads a key and notes its use, and asks nothing else', async () => {
  const { apiKey } = await issueTestKey(openTestStage(engine));
  await functions.invoke('authorizer', {
    type: 'TOKEN',
    authorizationToken: `Bearer ${apiKey}`,
    methodArn: 'arn:aws:execute-api:us-east-1:000000000000:abc/v1/GET/pets',
  });
  expect(rightsUsed()).toEqual(['GetItem apiKeys', 'UpdateItem apiKeys']);
});

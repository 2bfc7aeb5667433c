import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { checkReleaseHandler } from '../../../functions/check-release/check-release.ts';
import { checkVersion, type Invocation } from '../../../functions/check-release/check-version.ts';
import type { BackfillStates } from '../../../lib/storage/backfill-state.ts';
import { type StubService, startStubService } from '../../support/stub-service.ts';

const PREFIX = 'pet_test_';

let cloudFormation: StubService;
beforeAll(async () => {
  cloudFormation = await startStubService();
});
afterAll(() => cloudFormation.close());

type Versions = Readonly<Record<string, string>>;

const deploy = (
  Versions: Versions,
  before?: Versions,
  properties: object = {},
): CloudFormationCustomResourceEvent => ({
  ServiceToken: 'token',
  ResponseURL: cloudFormation.url,
  StackId: 'stack',
  RequestId: 'request',
  LogicalResourceId: 'ReleaseCheck',
  ResourceType: 'Custom::ReleaseCheck',
  ResourceProperties: { ServiceToken: 'token', Versions, ...properties },
  ...(before === undefined
    ? { RequestType: 'Create' }
    : {
        RequestType: 'Update',
        PhysicalResourceId: 'release',
        OldResourceProperties: { ServiceToken: 'token', Versions: before },
      }),
});

const lastAnswer = () => {
  const { body = '{}', headers } = cloudFormation.received.at(-1) ?? {};
  return { type: headers?.['content-type'], ...JSON.parse(body) };
};

const answering = (status: number, code?: string): Invocation => ({
  failed: false,
  payload: JSON.stringify({ statusCode: status, body: JSON.stringify({ code }) }),
});

/** ARNs that were invoked, in order. */
let asked: string[];
/** The backfills that are done. */
let done: Set<string>;
beforeEach(() => {
  asked = [];
  done = new Set();
});

const states: BackfillStates = {
  isDone: async (name) => done.has(name),
  markDone: async ({ name }) => void done.add(name),
  forget: async (name) => void done.delete(name),
};

/** A check of versions that give these answers in turn; the last one again and again. */
const checkOf = (...answers: (Invocation | Error)[]) => {
  const invoke = async (arn: string) => {
    asked.push(arn);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return answer ?? answering(404, 'pet_not_found');
  };
  return {
    handler: checkReleaseHandler(invoke, PREFIX, states, 1),
    version: (name: string) => checkVersion(invoke, PREFIX, name, `arn:${name}:1`, 1),
  };
};

const READ = 'in place of 200 or 404';
const returned = (payload: string): Invocation => ({ failed: false, payload });
const threw = (error: object): Invocation => ({ failed: true, payload: JSON.stringify(error) });
const DOWN = { errorType: 'Down', errorMessage: 'secret' };
const NO_ANSWER = 'answers with what API Gateway does not take';

test.each<[string, Invocation, string | undefined]>([
  ['getPet', answering(404, 'pet_not_found'), undefined],
  ['getPet', answering(500, 'internal_error'), `answers 500 internal_error ${READ}`],
  ['getPet', answering(503), `answers 503 without an Error ${READ}`],
  ['getPet', answering(400, 'validation_failed'), `answers 400 validation_failed ${READ}`],
  ['createPet', answering(400, 'validation_failed'), undefined],
  ['listPets', returned('null'), NO_ANSWER],
  ['listPets', returned('<'), NO_ANSWER],
  ['createPet', threw(DOWN), 'ends without an answer: Down'],
  ['unmatched', answering(404, 'route_not_found'), undefined],
  ['authorizer', returned('{"principalId":"acct_1"}'), 'lets in a key that nobody has'],
  ['authorizer', threw({ errorMessage: 'Unauthorized' }), undefined],
  ['authorizer', threw(DOWN), 'fails to read keys: Down'],
  ['recordEvents', returned('null'), undefined],
  ['recordEvents', threw({}), 'fails: unknown error'],
])('of %s with %j it says: %s', async (name, invocation, fault) => {
  expect(await checkOf(invocation).version(name)).toBe(fault && `${name} ${fault}`);
});

test('faults fail a deployment, each named, and none is one that passes', async () => {
  const versions = { getPet: 'a:1', listPets: 'b:1' };
  await checkOf(answering(500, 'internal_error')).handler(deploy(versions));
  const fault = `answers 500 internal_error ${READ}`;
  const Reason = `getPet ${fault}; listPets ${fault}`;
  expect(lastAnswer()).toMatchObject({ Status: 'FAILED', Reason });
  await checkOf().handler(deploy({ getPet: 'a:1' }));
  expect(lastAnswer()).toEqual({
    type: undefined,
    Status: 'SUCCESS',
    PhysicalResourceId: 'release',
    RequestId: 'request',
    StackId: 'stack',
    LogicalResourceId: 'ReleaseCheck',
  });
});

const BEFORE = { getPet: 'p:9', listPets: 'l:2' };

test.each<[string, Versions, Versions | undefined, readonly string[]]>([
  ['of new functions checks all', BEFORE, undefined, ['p:9', 'l:2']],
  ['that goes back checks none', { getPet: 'p:8', listPets: 'l:3' }, BEFORE, []],
  ['that goes on checks what changes', { ...BEFORE, getPet: 'p:10' }, BEFORE, ['p:10']],
  ['with another function checks it', { ...BEFORE, getPet: 'other:1' }, BEFORE, ['other:1']],
])('a deployment %s', async (_what, versions, before, expected) => {
  await checkOf().handler(deploy(versions, before));
  expect([asked, lastAnswer().Status]).toEqual([expected, 'SUCCESS']);
});

const BACKFILL = { name: 'one', table: 'orders', neededBy: ['listOrders'], command: 'npm run …' };
const NOT_DONE = 'listOrders needs a backfill. Run this, then deploy again: npm run …';
const [OLD, NEW] = [{ listOrders: 'o:1' }, { listOrders: 'o:2' }];

test.each<[string, boolean, Versions, Versions | undefined, boolean, string | undefined]>([
  ['is refused if it needs one', false, NEW, OLD, false, NOT_DONE],
  ['passes if that is done', true, NEW, OLD, true, undefined],
  ['of a new stage, which has no items, marks it done', false, OLD, undefined, true, undefined],
  ['of another operation passes', false, { ...OLD, getPet: 'p:1' }, OLD, false, undefined],
  ['that goes back passes', false, OLD, NEW, false, undefined],
])('a deployment %s', async (_what, before, versions, old, after, reason) => {
  if (before) done.add('one');
  await checkOf().handler(deploy(versions, old, { Backfills: [BACKFILL] }));
  expect([lastAnswer().Reason, done.has('one')]).toEqual([reason, after]);
  // An old version of a function never gets a client's request before its backfill is done.
  if (reason !== undefined) expect(asked).toEqual([]);
});

test('a deployment without a backfill that was there before forgets it', async () => {
  done.add('one');
  done.add('other');
  const event = deploy(NEW, OLD);
  const OldResourceProperties = { ...deploy(OLD).ResourceProperties, Backfills: [BACKFILL] };
  await checkOf().handler({ ...event, OldResourceProperties } as typeof event);
  expect([[...done], lastAnswer().Status]).toEqual([['other'], 'SUCCESS']);
});

test('five versions are checked at a time, and none after a fault', async () => {
  const names = ['getPet', 'getOrder', 'getCategory', 'getWebhook', 'getAccount', 'listPets'];
  let running = 0;
  let most = 0;
  const deployWith = (statusOf: (name: string) => number) => {
    const invoke = async (name: string) => {
      if (!asked.includes(name)) asked.push(name);
      running += 1;
      most = Math.max(most, running);
      await setImmediate();
      running -= 1;
      return answering(statusOf(name));
    };
    const versions = Object.fromEntries(names.map((name) => [name, name]));
    return checkReleaseHandler(invoke, PREFIX, states, 1)(deploy(versions));
  };
  await deployWith(() => 404);
  expect([asked, most, lastAnswer().Status]).toEqual([names, 5, 'SUCCESS']);
  asked = [];
  await deployWith((name) => (name === 'getOrder' ? 500 : 503));
  expect(asked).toEqual(names.slice(0, 5));
  expect(lastAnswer().Reason).toMatch(/(^|; )getOrder answers 500/);
});

test('a stack that is deleted is never refused', async () => {
  const event = { ...deploy({ getPet: 'p:1' }, {}), RequestType: 'Delete' };
  await checkOf(answering(500)).handler(event as CloudFormationCustomResourceEvent);
  expect([asked, lastAnswer().Status]).toEqual([[], 'SUCCESS']);
});

test('a version that fails for a moment is tried again, five times in all', async () => {
  const refused = Object.assign(new Error('secret'), { name: 'AccessDeniedException' });
  const found = answering(404, 'pet_not_found');
  const passing = checkOf(refused, answering(503), refused, refused, found);
  expect(await passing.version('getPet')).toBeUndefined();
  expect(asked).toHaveLength(5);
  const fault = await checkOf(refused).version('getPet');
  expect(fault).toBe('getPet cannot be invoked: AccessDeniedException');
  expect(asked).toHaveLength(10);
});

test('a check that cannot be made is a failed deployment at once, and not after CloudFormation’s patience', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  const event = deploy({ getPet: 'p:1' });
  await checkOf().handler({ ...event, ResourceProperties: { ServiceToken: 'token' } });
  expect(logged.mock.calls[0]?.[0]).toContain('release_not_checked');
  expect(lastAnswer()).toMatchObject({ Status: 'FAILED' });
});

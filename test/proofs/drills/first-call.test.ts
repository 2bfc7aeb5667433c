import { once } from 'node:events';
import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { operations } from '../../../functions/operations.ts';
import { examplesOf } from '../../../infra/openapi/document/example-request.ts';
import { STAGES } from '../../../infra/stacks/stages.ts';
import { LOOPBACK_TARGETS_ENV, PROBES_ENV } from '../../../lib/process/env.ts';
import { ATTEMPTS, TIME_BUDGET } from '../../../lib/process/time-budget.ts';
import { parseJson } from '../../../lib/values/json.ts';
import {
  deployedFunction,
  deployedFunctions,
  runFunctions,
} from '../../bundles/deployed-functions.ts';
import { startInvokedFunctions, webhooksIn } from '../../bundles/invoked-functions.ts';
import { type RunningFunction, runFunction } from '../../bundles/runtime-client/run-function.ts';
import { openEngine } from '../../support/engine.ts';
import { proxyEvent } from '../../support/events.ts';
import { eventOf, prepareExample, statusOf } from '../../support/examples.ts';
import { startFaultyEngine } from '../../support/faulty-engine.ts';
import { DEATHS, startTlsFront, startWire } from '../../support/network.ts';
import { webhookStorage } from '../../support/stored-webhooks.ts';
import { petChange, storedPet, streamRecord } from '../../support/stream-records.ts';
import { startStubService } from '../../support/stub-service.ts';
import { issueTestKey, openTestStage, storeCaller } from '../../support/test-stage.ts';

/** Where the SDK finds them by its region. */
const DYNAMODB = 'dynamodb.us-east-1.amazonaws.com:443';
const LAMBDA = 'lambda.us-east-1.amazonaws.com:443';

/** `SDK=whole` deploys the AWS SDK as it is, which reads more. */
const IS_WHOLE = process.env['SDK'] === 'whole';

const OBSERVE = pathToFileURL(join(import.meta.dirname, 'observe.js')).href;

const observation = z.object({
  files: z.array(z.string()),
  fileRequests: z.number(),
  builtins: z.array(z.string()),
  sourceMaps: z.boolean(),
  open: z.array(z.string()),
  memory: z.number(),
});

const engine = await openEngine();
const functions = await runFunctions(engine);
const faulty = await startFaultyEngine(engine.endpoint);
const front = await startTlsFront(faulty.endpoint);
const lambda = await startInvokedFunctions();
const lambdaFront = await startTlsFront(lambda.endpoint);
let received: number;
/** Receives deliveries, the answer to CloudFormation, and what the probe asks. */
const receiver = await startStubService(({ method }, response) => {
  // A probe expects a refusal.
  const status = method === 'GET' && received === 204 ? 401 : received;
  response.writeHead(status).end('{"code":"unauthorized"}');
});
/** Between the functions and these addresses. */
const wires = {
  dynamodb: await startWire(front.endpoint),
  lambda: await startWire(lambdaFront.endpoint),
  receiver: await startWire(receiver.url),
};
const { apiKey } = await issueTestKey(openTestStage(engine));
/** All that run alone, until the last test ends. */
const alone: RunningFunction[] = [];
/** Functions to freeze, in the process that answered their first call. */
const called = new Map<Call, RunningFunction>();

afterAll(async () => {
  await Promise.all([...alone, functions].map((each) => each.close()));
  for (const each of [...Object.values(wires), front, faulty, lambda, lambdaFront, receiver])
    each.close();
  await engine.close();
});

/**
 * Runs a function in a new process: an instance that nothing else has warmed. As on AWS it has no
 * address of DynamoDB or Lambda, and finds out its region's.
 */
const runAlone = (
  deployed: ReturnType<typeof deployedFunction>,
  environment: Readonly<Record<string, string>> = {},
) => {
  const running = runFunction(deployed, {
    environment: {
      ...deployed.environment(engine.tables),
      AWS_ACCESS_KEY_ID: engine.accessKeyId,
      NODE_EXTRA_CA_CERTS: front.certificate,
      [LOOPBACK_TARGETS_ENV]: 'allowed',
      TEST_ADDRESSES: JSON.stringify({
        [DYNAMODB]: wires.dynamodb.endpoint,
        [LAMBDA]: wires.lambda.endpoint,
      }),
      ...environment,
    },
    preload: OBSERVE,
  });
  alone.push(running);
  return running;
};

/** What a process has loaded and left open. */
const observe = async (running: RunningFunction) => {
  const child = running.process();
  if (child === undefined) throw new Error('The process has ended');
  child.send('observe');
  const [message] = await once(child, 'message');
  return observation.parse(message);
};

/** A function's first event, which goes the whole way, and what it does when the same event fails. */
interface Call {
  readonly name: string;
  readonly stack?: string;
  /** Of an account with nothing. */
  readonly event: (accountId: string) => unknown;
  readonly environment?: () => Readonly<Record<string, string>>;
  /** The status of the answer; undefined for a function that answers without one. */
  readonly status?: number;
  /** What it logs, and what others have received. */
  readonly works?: (lines: readonly string[]) => void;
  /** Whether it sends requests by `fetch`. @default false */
  readonly fetches?: true;
  readonly failure: object;
  /** The code that it logs when it fails; undefined where nobody needs to look for it. */
  readonly code?: string;
}

/** Operations ask storage by one client: a read, a write that may be repeated, and one that is sent once are frozen for all. */
const UNFROZEN = operations
  .map(({ operationId }) => operationId)
  .filter((name) => !['getPet', 'createPet', 'putCategory'].includes(name));

const denied = { kind: 'error', errorType: 'AccessDeniedException' };
const webhook = { accountId: 'acct_due', id: 'whk_due' };

/** Each operation's first example, and what has none. */
const CALLS: readonly Call[] = [
  ...operations.flatMap((contract) =>
    examplesOf(contract)
      .slice(0, 1)
      .map((named) => ({
        name: contract.operationId,
        event: async (accountId: string) => {
          await storeCaller(engine, { accountId });
          return eventOf(await prepareExample(named, functions.sendAs(accountId)), { accountId });
        },
        status: statusOf(named),
        failure: { kind: 'success', payload: expect.stringMatching(/^\{"statusCode":500,/) },
        code: 'unexpected_error',
      })),
  ),
  {
    name: 'unmatched',
    event: () => proxyEvent({ method: 'DELETE' }),
    status: 405,
    failure: { kind: 'success', payload: expect.stringMatching(/^\{"statusCode":405,/) },
  },
  {
    name: 'authorizer',
    event: () => ({
      type: 'TOKEN',
      authorizationToken: `Bearer ${apiKey}`,
      methodArn: 'arn:aws:execute-api:us-east-1:000000000000:abc/v1/GET/pets',
    }),
    failure: denied,
    code: 'authorizer_failed',
  },
  {
    name: 'recordEvents',
    event: () => ({
      Records: [streamRecord(petChange(7n, 1, undefined, storedPet(7n)), engine.tables)],
    }),
    works: (lines) => expect(lines).toEqual([expect.stringContaining('"code":"recorded"')]),
    failure: denied,
    code: 'not_recorded',
  },
  {
    name: 'wakeWebhooks',
    event: async () => {
      const put = (id: string, dueAt: number) =>
        engine.client.send(
          new PutCommand({
            TableName: engine.tables.webhooks,
            Item: { ...webhook, id, due: 'due', dueAt },
          }),
        );
      await put(webhook.id, Date.now() - 3_600_000);
      await put('whk_later', Date.now() + 3_600_000);
      return { source: 'aws.events' };
    },
    works: (lines) => {
      const path = '/2015-03-31/functions/deliverWebhook%3Alive/invocations';
      const ofAccount = webhooksIn(lambda).filter(
        ([, , { accountId }]) => accountId === webhook.accountId,
      );
      expect(ofAccount).toEqual([[path, 'Event', webhook]]);
      const due = expect.stringMatching(/"code":"webhooks_due".*"oldestSeconds":36\d\d\b/);
      expect(lines).toEqual([due]);
    },
    failure: denied,
    code: 'not_woken',
  },
  {
    name: 'deliverWebhook',
    event: async () => {
      const { accountId, id } = await webhookStorage(engine).create({
        url: wires.receiver.endpoint,
      });
      const Records = [streamRecord(petChange(8n, 1, undefined, storedPet(8n)), engine.tables)];
      await functions.invoke('recordEvents', { Records });
      return { webhooks: [{ accountId, id }] };
    },
    works: (lines) => {
      expect(receiver.received.at(-1)?.body).toContain('pet.created');
      expect(lines).toEqual([]);
    },
    failure: denied,
    code: 'not_delivered',
  },
  {
    name: 'checkRelease',
    event: () => ({
      RequestType: 'Create',
      ResponseURL: wires.receiver.endpoint,
      ResourceProperties: { Versions: { getPet: 'arn:getPet:1' } },
    }),
    works: () => {
      expect(receiver.received.at(-1)?.body).toContain('"Status":"SUCCESS"');
    },
    fetches: true,
    failure: { kind: 'error', errorMessage: 'CloudFormation does not take the answer: 403' },
  },
  {
    name: 'probe',
    stack: STAGES.production.stackName,
    event: () => ({ 'detail-type': 'Scheduled Event' }),
    environment: () => ({
      [PROBES_ENV]: JSON.stringify([{ method: 'GET', url: wires.receiver.endpoint }]),
    }),
    fetches: true,
    failure: { kind: 'error', errorMessage: expect.stringContaining('403 unauthorized') },
  },
];

test('every function is looked at', () => {
  const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name).sort();
  expect(names(CALLS)).toEqual(names(deployedFunctions(STAGES.production.stackName)));
});

/** Of the runtime client itself at most. */
const RUNTIME_FILE_REQUESTS = 3;

/**
 * The runtime client asks for the next event, the one that is built by itself. What else is open, but for the pipes that it
 * prints to, would be frozen with the instance: a timer, or a request without its answer. Idle connections do not count.
 */
const RUNTIME_OPEN = process.env['RUNTIME_CLIENT'] ? [] : ['TCPSocketWrap'];

const expectNothingOpen = ({ open }: z.output<typeof observation>) =>
  expect(open.filter((each) => each !== 'PipeWrap')).toEqual(RUNTIME_OPEN);

test.each(CALLS)(
  'the first call of $name, in AWS’s runtime client, loads its bundle alone, leaves nothing open, and so does a failure, which is logged',
  async (call) => {
    const deployed = deployedFunction(call.name, call.stack);
    expect(readdirSync(deployed.folder)).toEqual(['index.mjs']);
    expect(deployed.environment(engine.tables)).not.toHaveProperty('NODE_OPTIONS');
    const event = await call.event(`acct_${call.name}`);
    const running = runAlone(deployed, call.environment?.());
    if (!UNFROZEN.includes(call.name)) called.set(call, running);
    received = 204;
    const result = await running.invoke(event);
    expect(result).toMatchObject({ kind: 'success' });
    const answer = result.kind === 'success' ? JSON.parse(result.payload) : undefined;
    expect(answer?.statusCode).toBe(call.status);
    if (call.works) call.works(running.lines);
    else {
      // What was created is named. Changes of keys also leave a line for audit.
      const named = {
        ...{ code: 'created', accountId: `acct_${call.name}`, keyId: 'key_0000000000000001' },
        id: String(Object(parseJson(answer?.body || 'null')).id),
      };
      const lines = running.lines.filter((line) => !line.includes('"code":"key_'));
      const created = [201, 202].includes(answer?.statusCode) ? [named] : [];
      expect(lines.map((line) => JSON.parse(line))).toMatchObject(created);
    }

    const loaded = await observe(running);
    const bundle = pathToFileURL(join(realpathSync(deployed.folder), 'index.mjs')).href;
    expect(loaded.files.filter((url) => !url.startsWith('node:'))).toEqual([bundle]);
    if (!IS_WHOLE) expect(loaded.fileRequests).toBeLessThanOrEqual(RUNTIME_FILE_REQUESTS);
    if (!call.fetches && !IS_WHOLE) {
      expect(loaded.builtins.filter((builtin) => builtin.includes('undici'))).toEqual([]);
    }
    expect(loaded.sourceMaps).toBe(false);
    expect(loaded.memory / 1024).toBeLessThan(deployed.memorySize);
    expectNothingOpen(loaded);

    running.lines.length = 0;
    received = 403;
    faulty.fail('denied');
    const failed = await running.invoke(event);
    faulty.fail('none');
    expect(failed).toMatchObject(call.failure);
    const codes = running.lines.map((line) => /"level":"ERROR","code":"(\w+)"/.exec(line)?.[1]);
    expect(codes.filter((code) => code !== undefined)).toEqual(call.code ? [call.code] : []);
    // For the alarm of functions.
    const counted = `{"code":"failed","function":"${deployed.name}"}`;
    expect(running.lines.filter((line) => line === counted)).toHaveLength(call.code ? 1 : 0);
    expect(running.lines.join()).not.toMatch(/pet_(?:test|live)_\w/);
    expectNothingOpen(await observe(running));
  },
);

const sentInVain = () => Object.values(wires).reduce((sum, wire) => sum + wire.sentInVain(), 0);

test.each([
  // What was idle for so long is not tried, whatever became of it.
  [TIME_BUDGET.idle + 100, 'silent'] as const,
  ...[1000, 20].flatMap((wait) => DEATHS.map((death) => [wait, death] as const)),
])(
  'the first call after a freeze of %i ms succeeds, on kept connections that are %s',
  async (wait, death) => {
    const wrong: unknown[] = [];
    received = 204;
    const events = [...called].map(async ([call, running]) => {
      const of = `acct_${call.name}_${wait}_${death}`;
      return { call, running, before: await call.event(`${of}_0`), event: await call.event(of) };
    });
    const all = await Promise.all(events);
    // Each has connections that it has just used.
    await Promise.all(all.map(({ running, before }) => running.invoke(before)));
    for (const { running } of all) running.process()?.kill('SIGSTOP');
    await setTimeout(wait);
    for (const wire of Object.values(wires)) wire.cut(death);
    const before = sentInVain();
    const invoke = async ({ call, running, event }: (typeof all)[number]) => {
      running.lines.length = 0;
      const invoked = running.invoke(event);
      await setImmediate();
      // An instance thaws with its event.
      running.process()?.kill('SIGCONT');
      const result = await invoked;
      const answer = result.kind === 'success' ? JSON.parse(result.payload) : undefined;
      if (result.kind !== 'success' || answer?.statusCode !== call.status)
        wrong.push([call.name, result, running.lines]);
    };
    await Promise.all(all.map(invoke));
    expect(wrong).toEqual([]);
    if (wait > TIME_BUDGET.idle) expect(sentInVain()).toBe(before);
  },
);

test('a call to Lambda without an answer fails wakeWebhooks, with a line', async () => {
  const mute = await startStubService(() => undefined);
  const muteFront = await startTlsFront(mute.url);
  const running = runAlone(deployedFunction('wakeWebhooks'), {
    TEST_ADDRESSES: JSON.stringify({ [LAMBDA]: muteFront.endpoint }),
  });
  const Keys = { accountId: { S: webhook.accountId }, id: { S: webhook.id } };
  const result = await running.invoke({ Records: [{ dynamodb: { Keys } }] });
  expect(result).toMatchObject({ kind: 'error', errorType: 'TimeoutError' });
  expect(running.lines).toContainEqual(expect.stringContaining('"code":"not_woken"'));
  expect(mute.received).toHaveLength(ATTEMPTS);
  for (const each of [muteFront, mute]) each.close();
});

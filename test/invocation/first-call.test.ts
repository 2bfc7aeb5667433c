import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { functionEnvironment, type LambdaFunction } from 'local-aws';
import * as z from 'zod';
import { operations } from '../../functions/operations.ts';
import { examplesOf } from '../../infra/docs/openapi/example-request.ts';
import { LOOPBACK_TARGETS_ENV } from '../../lib/env.ts';
import {
  deployedFunction,
  deployedFunctions,
  type RunningFunctions,
  runFunctions,
} from '../support/deployed-functions.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { proxyEvent } from '../support/events.ts';
import { eventOf, prepareExample, statusOf } from '../support/examples.ts';
import { type InvokedFunctions, startInvokedFunctions } from '../support/invoked-functions.ts';
import { webhookStorage } from '../support/stored-webhooks.ts';
import { petChange, storedPet, streamRecord } from '../support/stream-records.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';
import { startTlsFront, type TlsFront } from '../support/tls-front.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';

/** Where the SDK finds them by the region that the local Lambda names. */
const DYNAMODB = 'dynamodb.us-east-1.amazonaws.com:443';
const LAMBDA = 'lambda.us-east-1.amazonaws.com:443';

const PROGRAM = join(import.meta.dirname, 'first-call.js');

const loaded = z.object({
  // Who takes a batch answers nothing.
  answer: z.record(z.string(), z.unknown()).optional(),
  files: z.array(z.string()),
  fileRequests: z.number(),
  builtins: z.array(z.string()),
  sourceMaps: z.boolean(),
  memory: z.number(),
});

let engine: TestEngine;
let functions: RunningFunctions;
let front: TlsFront;
let lambda: InvokedFunctions;
let lambdaFront: TlsFront;
let receiver: Receiver;
let webhook: { readonly accountId: string; readonly id: string };
let apiKey: string;

beforeAll(async () => {
  engine = await openEngine();
  front = await startTlsFront(engine.endpoint);
  lambda = await startInvokedFunctions();
  lambdaFront = await startTlsFront(lambda.endpoint);
  functions = await runFunctions(engine);
  receiver = await startReceiver();
  ({ apiKey } = await issueTestKey(openTestStage(engine)));
  webhook = await webhookStorage(engine).createOpen({ url: receiver.url });
});
afterAll(async () => {
  await functions.close();
  for (const each of [front, lambda, lambdaFront, receiver]) each.close();
  await engine.close();
});

/**
 * Starts a new process for the function: an instance that nothing else has warmed. As on AWS it
 * has no address of DynamoDB or Lambda, and finds out its region's.
 */
const callOnce = async (
  lambdaFunction: LambdaFunction,
  event: unknown,
  environment: Readonly<Record<string, string>> = {},
  addresses: Readonly<Record<string, string>> = {
    [DYNAMODB]: front.endpoint,
    [LAMBDA]: lambdaFront.endpoint,
  },
) => {
  const { accessKeyId } = await engine.client.config.credentials();
  const entry = pathToFileURL(join(lambdaFunction.directory, 'index.mjs')).href;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [PROGRAM, entry, JSON.stringify(event), JSON.stringify(addresses)],
    {
      env: functionEnvironment(lambdaFunction, {
        AWS_ACCESS_KEY_ID: accessKeyId,
        NODE_EXTRA_CA_CERTS: front.certificate,
        [LOOPBACK_TARGETS_ENV]: 'allowed',
        ...environment,
      }),
    },
  );
  // What the function logs comes before.
  return loaded.parse(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''));
};

/** An event that goes the whole way, and the status of its answer; an authorizer's has none. */
interface Call {
  readonly name: string;
  readonly event: () => unknown;
  readonly status: number | undefined;
}

/** Each operation's first example, and what has none. */
const CALLS: readonly Call[] = [
  ...operations.flatMap((contract) =>
    examplesOf(contract)
      .slice(0, 1)
      .map((named) => ({
        name: contract.operationId,
        event: async () => eventOf(await prepareExample(named, functions.send)),
        status: statusOf(named),
      })),
  ),
  {
    name: 'recordEvents',
    event: () => ({
      Records: [streamRecord(petChange(7n, 1, undefined, storedPet(7n)), engine.tables)],
    }),
    status: undefined,
  },
  {
    name: 'wakeWebhooks',
    event: () => ({ Records: [{ dynamodb: { Keys: { log: { S: 'pets' } } } }] }),
    status: undefined,
  },
  {
    name: 'deliverWebhook',
    event: async () => {
      const Records = [streamRecord(petChange(8n, 1, undefined, storedPet(8n)), engine.tables)];
      await functions.invoke('recordEvents', { Records });
      return webhook;
    },
    status: undefined,
  },
  { name: 'unmatched', event: () => proxyEvent({ method: 'DELETE' }), status: 405 },
  {
    name: 'authorizer',
    event: () => ({
      type: 'TOKEN',
      authorizationToken: `Bearer ${apiKey}`,
      methodArn: 'arn:aws:execute-api:us-east-1:000000000000:abc/v1/GET/pets',
    }),
    status: undefined,
  },
];

test('every function is looked at', () => {
  expect(CALLS).toHaveLength(deployedFunctions().length);
});

test('a new webhook is woken, and has its delivery', async () => {
  for (const { name, event } of CALLS.filter((call) => /^(wake|deliver)Webhook/.test(call.name))) {
    await callOnce(deployedFunction(name), await event());
  }
  expect(lambda.invoked).toContainEqual([expect.anything(), 'Event', webhook]);
  expect(receiver.received.at(-1)?.body).toContain('pet.created');
});

test('a function that the local server runs loads no undici either', async () => {
  const [{ event }] = CALLS.filter(({ name }) => name === 'listPets') as [Call];
  const { answer, builtins } = await callOnce(
    deployedFunction('listPets'),
    await event(),
    { AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint },
    {},
  );
  expect(answer?.['statusCode']).toBe(200);
  expect(builtins.filter((builtin) => builtin.includes('undici'))).toEqual([]);
});

describe.each(CALLS)('the first call of $name', ({ name, event, status }) => {
  test('loads its bundle alone, no undici, reads no other file nor source maps, and fits in its memory', async () => {
    const lambdaFunction = deployedFunction(name);
    const { answer, files, fileRequests, builtins, sourceMaps, memory } = await callOnce(
      lambdaFunction,
      await event(),
    );
    expect(answer?.['statusCode']).toBe(status);

    expect(files.filter((url) => !url.startsWith('node:'))).toEqual([
      pathToFileURL(join(lambdaFunction.directory, 'index.mjs')).href,
    ]);
    expect(fileRequests).toBe(0);
    expect(builtins.filter((builtin) => builtin.includes('undici'))).toEqual([]);
    expect(sourceMaps).toBe(false);
    expect(memory / 1024).toBeLessThan(lambdaFunction.memorySize);
  });

  test('is of a bundle without source maps, and without flags for Node', () => {
    const { directory, environment } = deployedFunction(name);
    const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
    expect(files).toEqual(['index.mjs']);
    expect(environment['NODE_OPTIONS']).toBeUndefined();
  });
});

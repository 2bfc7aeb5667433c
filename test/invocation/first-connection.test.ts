import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { functionEnvironment } from '../../infra/local/lambda/function-environment.ts';
import { deployedFunction } from '../support/deployed-functions.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { proxyEvent } from '../support/events.ts';
import { startTlsFront, type TlsFront } from '../support/tls-front.ts';

const PROGRAM = join(import.meta.dirname, 'first-connection.js');

/** A pet that is not there: storage is asked once and answers. */
const event = proxyEvent({ resource: '/pets/{petId}', pathParameters: { petId: '1' } });
const ANSWERED = 404;

let engine: TestEngine;
let front: TlsFront;
let instance: ChildProcess;

beforeAll(async () => {
  engine = await openEngine();
});
beforeEach(async () => {
  front = await startTlsFront(engine.endpoint);
});
afterEach(() => {
  instance.kill('SIGKILL');
  front.close();
});
afterAll(() => engine.close());

/** What the instance tells next: that it is loaded, or the status of an answer. */
const told = async (): Promise<unknown> => {
  const [word] = await Promise.race([once(instance, 'message'), once(instance, 'exit')]);
  return word;
};

/** Starts an instance of getPet and resolves when init is over. */
const start = (endpoint = front.endpoint): Promise<void> =>
  startWith({ AWS_ENDPOINT_URL_DYNAMODB: endpoint });

const startWith = async (
  environment: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): Promise<void> => {
  const getPet = deployedFunction('getPet');
  const { accessKeyId } = await engine.client.config.credentials();
  const entry = pathToFileURL(join(getPet.directory, 'index.mjs')).href;
  instance = fork(PROGRAM, [entry, JSON.stringify(event), ...words], {
    execArgv: [],
    silent: true,
    env: functionEnvironment(getPet, {
      AWS_ACCESS_KEY_ID: accessKeyId,
      NODE_EXTRA_CA_CERTS: front.certificate,
      ...environment,
    }),
  });
  expect(await told()).toBe('loaded');
};

/** The status that an invocation is answered with. */
const invoke = (): Promise<unknown> => {
  const answer = told();
  instance.send('invoke');
  return answer;
};

const connected = async (): Promise<void> => {
  for (let tries = 0; front.seen().connections === 0; tries += 1) {
    if (tries === 500) throw new Error('The instance does not connect');
    await setTimeout(10);
  }
};

test('an instance is connected to storage before its first request, which opens no other connection', async () => {
  await start();
  await connected();
  expect(front.seen()).toEqual({ connections: 1, requests: 0 });
  expect(await invoke()).toBe(ANSWERED);
  expect(await invoke()).toBe(ANSWERED);
  expect(front.seen()).toEqual({ connections: 1, requests: 2 });
});

test('an instance that is told no address connects to DynamoDB of its region, once, with its token', async () => {
  await startWith({ AWS_REGION: 'eu-west-1' }, [
    'dynamodb.eu-west-1.amazonaws.com:443',
    front.endpoint,
  ]);
  await connected();
  expect(await invoke()).toBe(ANSWERED);
  expect(await invoke()).toBe(ANSWERED);
  expect(front.seen()).toEqual({ connections: 1, requests: 2 });
  expect(front.sessionTokens()).toEqual(['local', 'local']);
});

test('an instance whose storage is down at init answers 503, and serves when storage is back', async () => {
  front.close();
  await start();
  // By then it knows that nothing came of its connection.
  await setTimeout(100);
  expect(await invoke()).toBe(503);
  await front.reopen();
  expect(await invoke()).toBe(ANSWERED);
});

test('a connection that storage closed before the first request is no failure', async () => {
  await start();
  await connected();
  front.drop();
  expect(await invoke()).toBe(ANSWERED);
  expect(front.seen()).toEqual({ connections: 2, requests: 1 });
});

test('a connection that storage closed while the instance was frozen is no failure', async () => {
  await start();
  await connected();
  instance.kill('SIGSTOP');
  front.drop();
  const answer = invoke();
  instance.kill('SIGCONT');
  expect(await answer).toBe(ANSWERED);
  expect(front.seen()).toEqual({ connections: 2, requests: 1 });
});

test('a connection that never gets ready is given up for another', async () => {
  let connections = 0;
  const gate = createServer((client) => {
    connections += 1;
    if (connections === 1) return;
    client.pipe(connect(Number(new URL(front.endpoint).port))).pipe(client);
  }).listen(0, '127.0.0.1');
  // Where the test fails before it is closed, it keeps nobody.
  gate.unref();
  await once(gate, 'listening');
  const address = gate.address();
  await start(`https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  expect(await invoke()).toBe(ANSWERED);
  expect(connections).toBe(2);
  instance.kill('SIGKILL');
  gate.close();
});

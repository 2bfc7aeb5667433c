import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { EarlyAgent } from '../../lib/early-agent.ts';
import { startTlsFront, type TlsFront } from '../support/tls-front.ts';

const backend = createServer((_request, response) => response.end());
let front: TlsFront;
let agent: EarlyAgent;

beforeAll(async () => {
  await once(backend.listen(0, '127.0.0.1'), 'listening');
});
beforeEach(async () => {
  const address = backend.address();
  front = await startTlsFront(
    `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
  );
  agent = new EarlyAgent({ keepAlive: true, ca: readFileSync(front.certificate) });
});
afterEach(() => {
  agent.destroy();
  front.close();
});
afterAll(() => {
  backend.close();
});

const openEarly = async (): Promise<void> => {
  agent.open(new URL(front.endpoint));
  for (let tries = 0; front.seen().connections === 0; tries += 1) {
    if (tries === 500) throw new Error('The agent does not connect');
    await setTimeout(10);
  }
};

const get = async (): Promise<number | undefined> => {
  const sent = request(front.endpoint, { agent }).end();
  const [{ statusCode }] = await once(sent, 'response');
  return statusCode;
};

test('the first request takes the connection that was opened before', async () => {
  await openEarly();
  expect(await get()).toBe(200);
  expect(front.seen()).toEqual({ connections: 1, requests: 1 });
});

test('a connection that was closed meanwhile is not handed out', async () => {
  await openEarly();
  front.drop();
  await setTimeout(100);
  expect(await get()).toBe(200);
  expect(front.seen()).toEqual({ connections: 2, requests: 1 });
});

test('a connection to another address is not handed out', async () => {
  const other = await startTlsFront('http://127.0.0.1:1');
  try {
    agent.open(new URL(other.endpoint));
    expect(await get()).toBe(200);
    expect(front.seen()).toEqual({ connections: 1, requests: 1 });
  } finally {
    other.close();
  }
});

test('requests at the same time share no connection', async () => {
  await openEarly();
  expect(await Promise.all([get(), get()])).toEqual([200, 200]);
  expect(front.seen()).toEqual({ connections: 2, requests: 2 });
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Answer, type CallOptions, call, expectError } from '../../support/client.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { type Fault, type FaultyEngine, startFaultyEngine } from '../../support/faulty-engine.ts';
import { floodUntilLimited } from '../../support/flood.ts';
import { limitDemo } from '../../support/local-accounts.ts';
import { endLocalServers, type LocalServer, startLocalServer } from '../../support/local-server.ts';
import { sendRaw } from '../../support/raw-http.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let engine: TestEngine;
let faulty: FaultyEngine;
let server: LocalServer;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  engine = await openEngine();
  faulty = await startFaultyEngine(engine.endpoint);
  server = await startLocalServer({
    dataDir: folder.path,
    env: { AWS_ENDPOINT_URL_DYNAMODB: faulty.endpoint },
  });
});
afterEach(() => faulty.fail('none'));
afterAll(async () => {
  endLocalServers();
  faulty.close();
  await engine.close();
  await folder.remove();
});

const ask = (path: string, options: CallOptions = {}): Promise<Answer> =>
  call(path, options, server);

const sendMessage = (): Promise<Answer> =>
  call(
    '/messages',
    { method: 'POST', body: { message: 'Whiskers' } },
    { ...server, baseUrl: server.quickstartUrl },
  );

/** Calls every operation while storage fails, after the authorizer has cached the key. */
const askAll = async (fault: Fault): Promise<Answer[]> => {
  expect((await ask('/pets?limit=1')).status).toBe(200);
  expect((await sendMessage()).status).toBe(202);
  await faulty.fail(fault);
  return Promise.all([
    ask('/pets'),
    ask('/pets?status=sold'),
    ask('/pets/1'),
    ask('/pets', { method: 'POST', body: { name: 'Whiskers', categoryId: 1 } }),
    sendMessage(),
  ]);
};

describe('storage that', () => {
  test.each<[Fault, Parameters<typeof expectError>[1]]>([
    ['throttled', 'unavailable'],
    ['gone', 'unavailable'],
    ['hang', 'timeout'],
    ['reset', 'timeout'], // as unknown an outcome as no answer at all
    ['denied', 'internal_error'],
  ])(
    'fails by "%s" makes every operation answer %s, and leaves a log line to find',
    async (fault, code) => {
      for (const answer of await askAll(fault)) {
        expectError(answer, code);
        expect(server.output()).toContain(answer.headers.get('X-Request-Id'));
      }
      await faulty.fail('none');
      expect((await ask('/pets')).status).toBe(200);
    },
  );
});

describe('an authorizer that cannot read', () => {
  test('answers 503, never 401 and never the operation', async () => {
    const fresh = await startLocalServer({
      dataDir: folder.path,
      env: { AWS_ENDPOINT_URL_DYNAMODB: faulty.endpoint },
    });
    await faulty.fail('reset');
    expectError(await call('/pets', {}, fresh), 'unavailable');
    await faulty.fail('none');
    expect((await call('/pets', {}, fresh)).status).toBe(200);
    await fresh.stop();
  });
});

describe('more requests than an account may send', () => {
  test('are answered 429, and after Retry-After the next one passes', async () => {
    await limitDemo(folder.path, { rate: 1, burst: 5 }, faulty.endpoint);
    const limited = await floodUntilLimited(server);
    expect(limited.length).toBeGreaterThan(0);
    for (const answer of limited) expectError(answer, 'rate_limited');
    expect((await ask('/pets')).status).toBe(200);
    await limitDemo(folder.path, undefined, faulty.endpoint);
  });
});

describe('a request that is not HTTP', () => {
  test.each([
    ['a line that is none', 'HELLO\r\n\r\n'],
    ['a header without a name', 'GET {base}/pets HTTP/1.1\r\nHost: {host}\r\n: x\r\n\r\n'],
    [
      'two hosts',
      'GET {base}/pets HTTP/1.1\r\nHost: {host}\r\nHost: {host}\r\nConnection: close\r\n\r\n',
    ],
    [
      'a host that is none',
      'GET {base}/pets HTTP/1.1\r\nHost: ev"il>;<x\r\nConnection: close\r\n\r\n',
    ],
    [
      'a path with a broken escape',
      'GET {base}/pets/%ZZ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n',
    ],
  ])('is answered with an Error too: %s', async (_what, text) => {
    expectError(await sendRaw(text, server), 'validation_failed');
  });
});

test('no log line of all this holds a key or a body', () => {
  const printed = server.output().split('Ctrl-C')[1] ?? '';
  expect(printed.length).toBeGreaterThan(1000);
  expect(printed).not.toContain(server.apiKey.slice(9));
  expect(printed).not.toContain('Whiskers');
});

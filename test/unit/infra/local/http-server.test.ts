import { once } from 'node:events';
import type { ServerOptions } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { AnswerRequest } from '../../../../infra/local/gateway/answer-request.ts';
import {
  type AccessLogEntry,
  startApiServer,
} from '../../../../infra/local/gateway/http-server.ts';
import type { GatewayRequest } from '../../../../infra/local/gateway/read-request.ts';
import type { GatewayReply } from '../../../../infra/local/gateway/replies.ts';
import { until } from '../../../support/until.ts';
import { LOOPBACKS } from '../../loopbacks.ts';

const ok = (body = 'ok'): GatewayReply => ({
  statusCode: 200,
  headers: { 'Content-Type': 'text/plain' },
  body: Buffer.from(body),
});

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** Serves an API on the wire, and keeps what it passes on and logs. */
const serveApi = async (
  answer: AnswerRequest = async () => ok(),
  atPort = 0,
  limits: ServerOptions = {},
) => {
  const requests: GatewayRequest[] = [];
  const accesses: AccessLogEntry[] = [];
  const lines: string[] = [];
  const { port, close } = await startApiServer(atPort, {
    answer: (whole, facts) => {
      requests.push(whole);
      return answer(whole, facts);
    },
    log: (line) => lines.push(line),
    accessLog: (entry) => accesses.push(entry),
    limits,
  });
  closers.push(close);
  return { port, close, requests, accesses, lines };
};

const send = (port: number, path: string, options?: RequestInit) =>
  fetch(`http://127.0.0.1:${port}${path}`, options);

/** Sends bytes unchanged, and reads until the connection ends. */
const sendBytes = async (port: number, bytes: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
};

const GET = 'GET /v1/pets HTTP/1.1\r\nHost: a\r\n';

test('a connection that a client resets ends alone', async () => {
  const { port, accesses } = await serveApi();
  const requests = [
    'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
    'garbage\r\n\r\n',
    `${GET}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
    'POST /v1/pets HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{',
  ];
  for (const bytes of requests) {
    for (let time = 0; time < 5; time += 1) {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      socket.write(bytes, () => socket.resetAndDestroy());
    }
  }
  await until(() => accesses.length >= 5);
  await delay(100);
  expect((await send(port, '/v1/pets')).status).toBe(200);
});

test.each([204, 304])(
  'an answer of %s has no length: it would be that of another one',
  async (statusCode) => {
    const { port } = await serveApi(async () => ({ ...ok(''), statusCode }));
    const { status, headers } = await send(port, '/v1/pets');
    expect([status, headers.get('content-length')]).toEqual([statusCode, null]);
  },
);

describe('a request that is refused before it is read', () => {
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a bad chunk', `POST ${GET.slice(4)}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['no Host', 'GET /v1/pets HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['no Host in HTTP/1.0', 'GET /v1/pets HTTP/1.0\r\n\r\n'],
    ['an empty Host', `${GET.replace(' a', '')}Connection: close\r\n\r\n`],
    ['a Host that no URL can have', `${GET.replace(' a', ' a/b')}Connection: close\r\n\r\n`],
    ['two Hosts', `${GET}Host: b\r\nConnection: close\r\n\r\n`],
  ])('is 400 for %s, and the connection ends', async (_, bytes) => {
    const { port, requests } = await serveApi();
    const [head = '', body = ''] = (await sendBytes(port, bytes)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(head).toMatch(/^X-Request-Id: [\da-f-]{36}\r$/m);
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
    expect(JSON.parse(body)).toMatchObject({ code: 'validation_failed', status: 400 });
    expect(requests).toEqual([]);
  });

  test.each([
    ['first byte', ''],
    ['head', GET],
    ['body', `${GET}Content-Length: 2\r\n\r\n1`],
  ])('is 400, and says so, for a %s that does not come in time', async (_, bytes) => {
    const limits = { connectionsCheckingInterval: 20, requestTimeout: 100 };
    const { port } = await serveApi(undefined, 0, limits);
    expect(await sendBytes(port, bytes)).toMatch(/^HTTP\/1\.1 400 .*did not come whole in time/s);
  });

  test.each([
    ['no answer has gone out', `POST ${GET.slice(4)}Content-Length: 2\r\n\r\n{}`, 1],
    ['two are due', `${GET}\r\n${GET}\r\n`, 2],
  ])('comes after the answers to what came whole before it: %s', async (_, bytes, due) => {
    const { port, requests, accesses } = await serveApi(async () => delay(50, ok()));
    const answers = await sendBytes(port, `${bytes}garbage\r\n\r\n`);
    const statuses = answers.matchAll(/HTTP\/1\.1 (\d+)/g).map(([, status]) => status);
    expect([...statuses]).toEqual([...Array(due).fill('200'), '400']);
    expect(requests).toHaveLength(due);
    expect(accesses.map(({ status }) => status)).toEqual(Array(due).fill(200));
  });

  test('is not so for an expectation that is unknown: it is ignored', async () => {
    const { port } = await serveApi();
    const answer = await sendBytes(port, `${GET}Expect: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe.each(LOOPBACKS)('on %s', (host) => {
  test('the port gives the same answers, and closes with the server', async () => {
    const { close, port, requests } = await serveApi();
    const socket = connect(port, host);
    socket.write(`${GET}Connection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*ok$/s);
    expect(requests).toHaveLength(1);
    await close();
    await expect(once(connect(port, host), 'connect')).rejects.toThrow('ECONNREFUSED');
  });

  test('a port that another program uses is not taken, nor on another address', async () => {
    const other = createServer().listen(0, host).unref();
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(serveApi(undefined, port)).rejects.toThrow('EADDRINUSE');
    for (const free of LOOPBACKS.filter((each) => each !== host))
      await expect(once(connect(port, free), 'connect')).rejects.toThrow('ECONNREFUSED');
    other.close();
  });
});

test('bodies under way have one bound: others are 503 with Retry-After, and come through again when they end', async () => {
  const end = Promise.withResolvers<void>();
  const { port, requests } = await serveApi(async ({ body }) => {
    if (body.length > 0) await end.promise;
    return ok(String(body.length));
  });
  const body = Buffer.alloc(10_000_000);
  const send10 = () => send(port, '/v1/pets', { method: 'POST', body });
  const held = Array.from({ length: 10 }, send10);
  await until(() => requests.length === 10);
  const refused = await send10();
  expect(refused.headers.has('retry-after')).toBe(true);
  expect(await refused.json()).toMatchObject({ code: 'unavailable', status: 503 });
  expect(await (await send(port, '/v1/pets')).text()).toBe('0');
  end.resolve();
  for (const answer of [...(await Promise.all(held)), await send10()]) {
    expect(await answer.text()).toBe('10000000');
  }
});

test('a connection ends on which a client does not read its answers', async () => {
  const large = ok('x'.repeat(1_000_000));
  const { port, accesses } = await serveApi(async () => large, 0, { keepAliveTimeout: 200 });
  const socket = connect(port, '127.0.0.1').pause();
  socket.write(`${GET}\r\n`.repeat(20));
  await until(() => accesses.length === 20);
  socket.destroy();
});

test('the access log has each request once, without its query string, and 499 for a client that left', async () => {
  const slow = Promise.withResolvers<GatewayReply>();
  const { port, accesses, requests, lines } = await serveApi(async ({ path }) =>
    path === '/v1/slow' ? slow.promise : ok(),
  );
  await send(port, '/v1/pets?secret=1');
  await until(() => accesses.length > 0);
  const { requestId, extendedRequestId } = requests[0] ?? {};
  const entry = { httpMethod: 'GET', path: '/v1/pets', status: 200, ms: expect.any(Number) };
  expect(accesses).toEqual([{ ...entry, requestId, extendedRequestId }]);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /v1/slow HTTP/1.1\r\nHost: a\r\n\r\n');
  await until(() => requests.length > 1);
  socket.resetAndDestroy();
  await until(() => accesses.length > 1);
  slow.resolve(ok());
  expect(accesses[1]).toMatchObject({ path: '/v1/slow', status: 499 });
  expect(lines).toEqual([]);
});

test('a server that closes lets a request in flight finish, takes no other, and does not wait long', async () => {
  const slow = Promise.withResolvers<GatewayReply>();
  const { close, port, requests } = await serveApi(async ({ path }) =>
    path === '/v1/slow' ? slow.promise : new Promise(() => {}),
  );
  const answer = send(port, '/v1/slow');
  const endless = expect(send(port, '/v1/endless')).rejects.toThrow();
  await until(() => requests.length > 1);
  const closed = close();
  slow.resolve(ok());
  const { status, headers } = await answer;
  expect([status, headers.get('connection')]).toEqual([200, 'close']);
  await expect(send(port, '/v1/pets')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  await closed;
  await endless;
});

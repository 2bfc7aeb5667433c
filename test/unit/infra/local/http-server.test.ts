import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { GatewayReply } from '../../../../infra/local/gateway/message.ts';
import { closeServers, ok, send, sendBytes, serveApi } from '../../../support/api-server.ts';
import { testOnIpv6 } from '../../../support/ipv6.ts';
import { until } from '../../../support/until.ts';

afterEach(closeServers);

const GET = 'GET /v1/pets HTTP/1.1\r\nHost: a\r\n';
const statuses = (answers: string) => answers.match(/(?<=HTTP\/1\.1 )\d+/g);

describe('an answer', () => {
  test('is the reply with its length, a date and the request’s ids', async () => {
    const { port, requests } = await serveApi(async () => ok('hello'));
    const answer = await send(port, '/v1/pets?tag=a', { method: 'POST', body: '{}' });
    expect(answer).toMatchObject({ status: 200, body: 'hello' });
    expect(answer.headers).toEqual({
      'content-length': '5',
      'content-type': 'text/plain',
      date: expect.any(String),
      'x-amzn-requestid': requests[0]?.requestId,
      'x-amz-apigw-id': requests[0]?.extendedRequestId,
    });
    expect(requests).toMatchObject([
      { httpMethod: 'POST', path: '/v1/pets', queryString: 'tag=a', body: Buffer.from('{}') },
    ]);
  });

  test('to HEAD has the headers alone, and 204 has neither a length nor a body', async () => {
    const { port } = await serveApi(async ({ path }) => ({
      ...ok('hello'),
      ...(path === '/v1/none' && { statusCode: 204 }),
    }));
    const head = await send(port, '/v1/pets', { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, body: '', headers: { 'content-length': '5' } });
    const none = await send(port, '/v1/none');
    expect(none).toMatchObject({ status: 204, body: '' });
    expect(none.headers).not.toHaveProperty('content-length');
  });

  test('is 500 in our form where nobody expected a fault, with a stack in the log', async () => {
    const { port, lines } = await serveApi(async () => {
      throw new Error('a fault');
    });
    const { status, body, headers } = await send(port, '/v1/pets');
    expect([status, JSON.parse(body).code]).toEqual([500, 'internal_error']);
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^${headers['x-request-id']} Error: a fault\n +at `)),
    ]);
  });
});

describe('a connection', () => {
  test('is kept for several requests, until the client says that one is the last', async () => {
    const { port } = await serveApi();
    const answers = await sendBytes(port, `${GET}\r\n${GET}Connection: close\r\n\r\n`);
    expect(statuses(answers)).toEqual(['200', '200']);
    expect(answers.match(/^connection: .*$/gim)).toEqual(['Connection: close']);
  });

  test('whose client has ended its half gets its answers, and then ends', async () => {
    const { port } = await serveApi(() => delay(50, ok('late')));
    const socket = connect(port, '127.0.0.1');
    socket.end(`${GET}\r\n${GET}\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*lateHTTP\/1\.1 200 .*late$/s);
  });

  test('that a client resets ends alone', async () => {
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
});

describe('a request that is refused before it is read', () => {
  const POST = 'POST /v1/pets HTTP/1.1\r\nHost: a\r\n';
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a path with a space', 'GET /v1/a b HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['no Host', 'GET /v1/pets HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a bad chunk', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['two lengths', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    [
      'a length and chunks',
      `${POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
  ])('is 400 for %s, and the connection ends', async (_, bytes) => {
    const { port, requests, accesses } = await serveApi();
    const answer = await sendBytes(port, bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(head).toContain('Content-Type: application/json');
    expect(head).toContain('Connection: close');
    expect(head).toMatch(/^X-Request-Id: [\da-f-]{36}\r$/m);
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
    expect(JSON.parse(body)).toMatchObject({ code: 'validation_failed', status: 400 });
    expect(requests).toEqual([]);
    await until(() => accesses.length > 0);
    expect(accesses).toMatchObject([{ status: 400 }]);
  });
});

test.each([
  ['an unknown method', 'BREW /v1/pets HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a method in lower case', 'get /v1/pets HTTP/1.1\r\nHost: a\r\n\r\n'],
  [
    'a body in another coding',
    `${GET}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ],
  [
    'a coding in a further line',
    `${GET}Transfer-Encoding: x\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\n\r\n`,
  ],
])('a request with %s is 501', async (_, bytes) => {
  const { port, requests } = await serveApi();
  const answer = await sendBytes(port, bytes.replace('Host: a', 'Host: a\r\nConnection: close'));
  expect(answer).toMatch(
    /^HTTP\/1\.1 501 Not Implemented\r\n.*Connection: close.*Not Implemented$/s,
  );
  expect(requests).toEqual([]);
});

describe('on IPv6', () => {
  testOnIpv6('the same port gives the same answers, and closes with the server', async () => {
    const { server, port, requests } = await serveApi(() => delay(50, ok('late')));
    const socket = connect(port, '::1');
    socket.end(`${GET}\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*late$/s);
    expect(requests).toMatchObject([{ sourceIp: '::1', port }]);
    await server.close();
    await expect(once(connect(port, '::1'), 'connect')).rejects.toThrow('ECONNREFUSED');
  });

  testOnIpv6('a port that another program uses is not taken', async () => {
    const other = createServer().listen(0, '::1').unref();
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(serveApi(undefined, port)).rejects.toThrow('EADDRINUSE');
    await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
    other.close();
  });
});

describe('the access log', () => {
  test('has each request once, without its query string', async () => {
    const { port, accesses, requests } = await serveApi();
    await send(port, '/v1/pets?secret=1');
    await until(() => accesses.length > 0);
    const { requestId, extendedRequestId } = requests[0] ?? {};
    const ids = { requestId, extendedRequestId };
    expect(accesses).toEqual([
      { method: 'GET', path: '/v1/pets', status: 200, ms: expect.any(Number), ...ids },
    ]);
  });

  test('has 499 when the client breaks off first, and 400 when it leaves in its body', async () => {
    const slow = Promise.withResolvers<GatewayReply>();
    const { port, accesses, requests, lines } = await serveApi(() => slow.promise);
    const socket = connect(port, '127.0.0.1');
    socket.write(`${GET}\r\n`);
    await until(() => requests.length > 0);
    socket.resetAndDestroy();
    await until(() => accesses.length > 0);
    const other = connect(port, '127.0.0.1');
    other.write(`${GET}Content-Length: 5\r\n\r\nab`, () => other.destroy());
    await until(() => accesses.length > 1);
    expect(accesses.map(({ status }) => status)).toEqual([499, 400]);
    expect(requests).toHaveLength(1);
    expect(lines).toEqual([]);
    slow.resolve(ok());
  });
});

describe('a server that closes', () => {
  test('lets a request in flight finish, and takes no other', async () => {
    const slow = Promise.withResolvers<GatewayReply>();
    const { server, port, requests } = await serveApi(() => slow.promise);
    const answer = send(port, '/v1/pets');
    await until(() => requests.length > 0);
    const closed = server.close();
    slow.resolve(ok());
    await closed;
    expect(await answer).toMatchObject({ status: 200, headers: { connection: 'close' } });
    await expect(send(port, '/v1/pets')).rejects.toThrow('ECONNREFUSED');
  });

  test('does not wait for it long', async () => {
    const { server, port, requests } = await serveApi(() => new Promise(() => {}));
    const failed = expect(send(port, '/v1/pets')).rejects.toThrow('socket hang up');
    await until(() => requests.length > 0);
    await server.close();
    await failed;
  });
});

describe('a request that is whole', () => {
  const post = (more = '') =>
    `POST /v1/pets HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n${more}\r\n{}`;

  test.each([
    ['garbage', post(), 'garbage\r\n\r\n'],
    ['garbage, though it said that it is the last', post('Connection: close\r\n'), 'more\r\n\r\n'],
    ['half a request', post(), 'GET /v1/pets HTTP/1.1\r\nno colon\r\n\r\n'],
    ['CONNECT', post(), 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('and followed by %s is answered for what it was, and is the last', async (_, whole, more) => {
    const { port, requests, accesses } = await serveApi(() => delay(50, ok('stored')));
    const answer = await sendBytes(port, whole + more);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close.*\r\n\r\nstored$/s);
    expect(requests).toHaveLength(1);
    expect(accesses).toMatchObject([{ method: 'POST', status: 200 }]);
  });

  test('is answered before a following one that is broken in its body', async () => {
    const { port, requests, accesses } = await serveApi(() => delay(50, ok('stored')));
    const broken = 'POST /v1/pets HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';
    expect(statuses(await sendBytes(port, post() + broken))).toEqual(['200', '400']);
    expect(requests).toHaveLength(1);
    expect(accesses.map(({ status }) => status)).toEqual([200, 400]);
  });

  test('and answered does not shield what follows: that is a separate request', async () => {
    const { port } = await serveApi();
    const socket = connect(port, '127.0.0.1');
    let answers = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answers += chunk;
    });
    socket.write(post());
    await until(() => answers !== '');
    socket.write('garbage\r\n\r\n');
    await once(socket, 'close');
    expect(statuses(answers)).toEqual(['200', '400']);
  });
});

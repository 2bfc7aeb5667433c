import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { InvocationResult } from '../src/lambda/invocation.ts';
import { closeAll, countsByName, ok, petsApi, send, sendRaw, serve } from './serve.ts';
import { untilSettled } from './until.ts';

afterEach(closeAll);

const MB = 1024 * 1024;

const tooLong = (accessed: readonly object[]) => {
  expect(accessed).toMatchObject([{ path: '/v1/pets', status: 413 }]);
};

describe('a body', () => {
  test.each([
    ['text/plain', 6 * MB - 2000, 6 * MB],
    ['application/json', 4_700_000, 4_720_000],
  ])('of %s is more than Lambda takes from 6 MB on, base64 included', async (type, most, more) => {
    const { port, calls } = await serve(undefined, {
      ...petsApi,
      binaryMediaTypes: ['application/json'],
    });
    const post = (size: number) => {
      const headers = { 'content-type': type };
      return send(port, '/v1/pets', { method: 'POST', headers, body: Buffer.alloc(size, 'a') });
    };
    expect((await post(most)).status).toBe(200);
    const answer = await post(more);
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([413, 'REQUEST_TOO_LARGE']);
    expect(answer.headers.connection).toBeUndefined();
    expect(calls).toHaveLength(1);
  });

  test.each([
    ['announced', { 'content-length': 10 * MB + 1 }],
    ['sent in chunks', { 'transfer-encoding': 'chunked' }],
  ])('of more than 10 MB that is %s gets 413 in plain text', async (_, headers) => {
    const { port, calls, accesses } = await serve();
    const body = Buffer.alloc(10 * MB + 1);
    const answer = await send(port, '/v1/pets', { method: 'POST', headers, body });
    expect([answer.status, answer.body]).toEqual([
      413,
      'HTTP content length exceeded 10485760 bytes.',
    ]);
    expect(Object.keys(answer.headers).sort()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'date',
    ]);
    expect(answer.headers).toMatchObject({
      connection: 'close',
      'content-type': 'text; charset=utf-8',
    });
    expect(calls).toEqual([]);
    await untilSettled(() => accesses.length > 0);
    tooLong(accesses);
  });

  test('that is too long is refused before it is sent, and who never sends it is hung up on', async () => {
    const { port } = await serve();
    const head = 'POST /v1/pets HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n';
    expect(await sendRaw(port, head)).toMatch(/^HTTP\/1\.1 413 .*exceeded/s);
  });

  test('waits for the authorizer: who has no key is refused at the first byte', async () => {
    const { port, accesses } = await serve(countsByName);
    const head = 'GET /v1/counted HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\n\r\n';
    const socket = connect(port, '127.0.0.1');
    socket.write(head);
    const answered = Promise.withResolvers<string>();
    socket.once('data', (data) => answered.resolve(String(data)));
    expect(await answered.promise).toMatch(/^HTTP\/1\.1 401 .*"UNAUTHORIZED"/s);
    socket.destroy();
    await untilSettled(() => accesses.length > 0);
  });

  test('is asked for by 100 Continue only once the authorizer let the client in', async () => {
    const { port } = await serve(countsByName);
    const request = (key: string, more = '') =>
      `GET /v1/counted HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\n${key}Content-Length: 2\r\n\r\n${more}`;
    expect(await sendRaw(port, request(''))).toMatch(/^HTTP\/1\.1 401 /);
    const known = await sendRaw(port, request('Authorization: ann\r\n', '{}'));
    expect(known).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });

  test('is refused as too much at once where all bodies together take 32 MB, and taken later', async () => {
    const slow = Promise.withResolvers<InvocationResult>();
    const { port, calls } = await serve(() => slow.promise);
    const body = Buffer.alloc(5 * MB, 'a');
    const post = () => send(port, '/v1/pets', { method: 'POST', body });
    const held = Array.from({ length: 6 }, post);
    await untilSettled(() => calls.length === 6);
    const refused = await post();
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([429, 'THROTTLED']);
    slow.resolve(ok());
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await post()).status).toBe(200);
  });

  test('that breaks off gives its memory back', async () => {
    const { port, calls, accesses } = await serve();
    const head = `POST /v1/pets HTTP/1.1\r\nHost: a\r\nContent-Length: ${9 * MB}\r\n\r\n`;
    for (let sent = 0; sent < 5; sent += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.write(head);
      socket.write(Buffer.alloc(8 * MB), () => socket.destroy());
      await untilSettled(() => accesses.length > sent);
    }
    expect(calls).toEqual([]);
    const body = Buffer.alloc(5 * MB, 'a');
    expect((await send(port, '/v1/pets', { method: 'POST', body })).status).toBe(200);
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
    const { port, calls, accesses } = await serve(() => delay(50, ok('stored')));
    const answer = await sendRaw(port, whole + more);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close.*\r\n\r\nstored$/s);
    expect(calls).toHaveLength(1);
    expect(accesses).toMatchObject([{ method: 'POST', status: 200 }]);
  });

  test('is answered before a following one that is broken in its body', async () => {
    const { port, calls, accesses } = await serve(() => delay(50, ok('stored')));
    const broken = 'POST /v1/pets HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';
    const answers = await sendRaw(port, post() + broken);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
    expect(calls).toHaveLength(1);
    expect(accesses.map(({ status }) => status)).toEqual([200, 400]);
  });

  test('is answered with each that follows, up to what is broken', async () => {
    const { port } = await serve(() => delay(50, ok('stored')));
    const answers = await sendRaw(port, `${post()}${post()}garbage\r\n\r\n`);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  });

  test('and answered does not shield what follows: that is a separate request', async () => {
    const { port } = await serve();
    const socket = connect(port, '127.0.0.1');
    let answers = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answers += chunk;
    });
    socket.write(post());
    await untilSettled(() => answers !== '');
    socket.write('garbage\r\n\r\n');
    await once(socket, 'close');
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });
});

test('a client that resets the connection ends nothing but the connection', async () => {
  const { port, accesses } = await serve();
  const requests = [
    'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
    'garbage\r\n\r\n',
    'GET /v1/pets HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    'POST /v1/pets HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{',
  ];
  for (const bytes of requests) {
    for (let time = 0; time < 5; time += 1) {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      socket.write(bytes, () => socket.resetAndDestroy());
    }
  }
  await untilSettled(() => accesses.length >= 5);
  await delay(100);
  expect((await send(port, '/v1/pets')).status).toBe(200);
});

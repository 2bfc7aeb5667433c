import { connect } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { closeServers, send, sendBytes, serveApi } from '../../../support/api-server.ts';
import { until } from '../../../support/until.ts';

afterEach(closeServers);

const MB = 1024 * 1024;

test('a body of more than 10 MB that is sent in chunks gets 413 in plain text', async () => {
  const { port, requests, accesses } = await serveApi();
  const headers = { 'transfer-encoding': 'chunked' };
  const body = Buffer.alloc(10 * MB + 1);
  const answer = await send(port, '/v1/pets', { method: 'POST', headers, body });
  expect(answer).toEqual({
    status: 413,
    body: 'HTTP content length exceeded 10485760 bytes.',
    headers: {
      connection: 'close',
      'content-length': '44',
      'content-type': 'text; charset=utf-8',
      date: expect.any(String),
    },
  });
  expect(requests).toEqual([]);
  await until(() => accesses.length > 0);
  expect(accesses).toMatchObject([{ path: '/v1/pets', status: 413 }]);
});

test('a body that is too long is refused before it is sent, and one that never comes ends', async () => {
  const { port } = await serveApi();
  const head = 'POST /v1/pets HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n';
  expect(await sendBytes(port, head)).toMatch(/^HTTP\/1\.1 413 .*exceeded/s);
});

test('a body waits for the authorizer: a client without a key is refused at the head', async () => {
  const { port, accesses } = await serveApi();
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'POST /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: none\r\nContent-Length: 9000000\r\n\r\n',
  );
  const answered = Promise.withResolvers<string>();
  socket.once('data', (data) => answered.resolve(String(data)));
  expect(await answered.promise).toMatch(/^HTTP\/1\.1 401 .*"unauthorized"/s);
  socket.destroy();
  await until(() => accesses.length > 0);
});

test('a body is asked for by 100 Continue only if the client is let in', async () => {
  const { port } = await serveApi();
  const request = (key: string, body = '') =>
    `POST /v1/pets HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\nAuthorization: ${key}\r\nContent-Length: 2\r\n\r\n${body}`;
  expect(await sendBytes(port, request('none'))).toMatch(/^HTTP\/1\.1 401 /);
  expect(await sendBytes(port, request('ann', '{}'))).toMatch(
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /,
  );
});

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import * as tls from 'node:tls';
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { buildSend, type Resolve } from '../../../../functions/deliver-webhook/send.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { LOOPBACKS } from '../../loopbacks.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const event = { id: 'msg_0123456789abcdef', body: '[{"position":1,"name":"Zoë"}]' };
const pem = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../support/tls', name), 'utf8');
const tlsOptions = { key: pem('key.pem'), cert: pem('certificate.pem') };

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  for (const socket of sockets) socket.destroy();
});

/** A receiver of raw bytes: it gets each connection, once the head of a request came. */
const receive = async (
  answer: (socket: Socket, head: string) => void,
  secure = false,
  address = '127.0.0.1',
) => {
  const heads: string[] = [];
  const take = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (bytes) => {
      heads.push(String(bytes));
      answer(socket, String(bytes));
    });
  };
  const server = secure ? tls.createServer(tlsOptions, take) : createServer(take);
  servers.push(server);
  server.on('tlsClientError', () => {});
  await once(server.listen(0, address), 'listening');
  const { port } = server.address() as AddressInfo;
  return { heads, port, url: `${secure ? 'https' : 'http'}://localhost:${port}/hook?a=1` };
};

/** The limit of deliveries that reach it, and of the others: a busy machine takes its time. */
const LIMIT_MS = 400;
const PATIENCE_MS = 20_000;

const sendTo = (
  url: string,
  { resolve, allowsLoopback = true }: { resolve?: Resolve; allowsLoopback?: boolean } = {},
  limit = PATIENCE_MS,
) =>
  buildSend(allowsLoopback, resolve)(
    { ...event, url, secrets: [secret] },
    AbortSignal.timeout(limit),
  );

const answering = (bytes: string) => (socket: Socket) => socket.end(bytes);
const ok = answering('HTTP/1.1 200 OK\r\n\r\n');

/** Writes for ever, as fast as the other side takes it. */
const stream = (socket: Socket, first: string, chunk: string): void => {
  socket.write(first);
  const write = () => {
    while (socket.writable && socket.write(chunk));
  };
  socket.on('drain', write);
  write();
};

describe('a delivery', () => {
  test('is a POST with the bytes, a signature that verifies, and nothing that tells the stack', async () => {
    const received = Promise.withResolvers<string>();
    const { url, port } = await receive((socket, first) => {
      let text = '';
      const collect = (more: unknown) => {
        text += more;
        if (!text.endsWith(']')) return;
        received.resolve(text);
        socket.end('HTTP/1.1 204 No Content\r\n\r\n');
      };
      socket.on('data', collect);
      collect(first);
    });
    expect(await sendTo(url)).toEqual({ status: 204 });
    const [head = '', body = ''] = (await received.promise).split('\r\n\r\n');
    const [line, ...fields] = head.split('\r\n');
    const headers = Object.fromEntries(fields.map((field) => field.split(/: (.*)/s)));
    expect(line).toBe('POST /hook?a=1 HTTP/1.1');
    expect(body).toBe(event.body);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(event.body));
    expect(headers).toEqual({
      'content-type': 'application/json',
      'user-agent': 'PetStore-Webhooks/1',
      'webhook-id': event.id,
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,\S{44}$/),
      Host: `localhost:${port}`,
      Connection: 'close',
      'Content-Length': String(Buffer.byteLength(event.body)),
    });
  });

  test('to this machine does not wait for names that are looked up', async () => {
    const { url } = await receive(answering('HTTP/1.1 204 No Content\r\n\r\n'));
    const fifo = join(temporaryFolder(), 'fifo');
    execFileSync('mkfifo', [fifo]);
    // Nobody writes to it, so each holds one of the threads that look up names.
    const reading = Array.from({ length: 16 }, () => open(fifo));
    try {
      expect(await sendTo(url)).toEqual({ status: 204 });
    } finally {
      const writer = openSync(fifo, 'r+');
      for (const file of await Promise.all(reading)) await file.close();
      closeSync(writer);
    }
  });

  test.each([
    ['200 that breaks off', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx', { status: 200 }],
    ['307', 'HTTP/1.1 307 Moved\r\nlocation: {url}\r\n\r\n', { status: 307 }],
    [
      '500 with Retry-After',
      'HTTP/1.1 500 No\r\nretry-after: 1000000\r\n\r\n',
      { status: 500, retryAfter: '1000000' },
    ],
    ['1xx, then 200', 'HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 200 OK\r\n\r\n', { status: 200 }],
    [
      '101 to a protocol',
      'HTTP/1.1 101 Switch\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nhello',
      { status: 101 },
    ],
    ['a status that is none', 'HTTP/1.1 042 Odd\r\n\r\n', { error: 'answer_invalid' }],
    ['half of the headers', 'HTTP/1.1 200 OK\r\nx: ', { error: 'connection_failed' }],
  ])('gets what %s is, and sends once', async (_name, bytes, expected) => {
    const receiver = await receive((socket) =>
      answering(bytes.replace('{url}', receiver.url))(socket),
    );
    expect(await sendTo(receiver.url)).toEqual(expected);
    expect(receiver.heads).toHaveLength(1);
  });

  test('that is reset fails, before and after the request', async () => {
    const { url } = await receive((socket) => socket.resetAndDestroy());
    expect(await sendTo(url)).toEqual({ error: 'connection_failed' });
    const port = Number(new URL(url).port);
    await new Promise((done) => servers.pop()?.close(done));
    expect(await sendTo(`http://127.0.0.1:${port}/`)).toEqual({ error: 'connection_failed' });
  });

  test('ends at the limit though a header comes byte by byte, and closes the connection', async () => {
    const closed = Promise.withResolvers<void>();
    const { url } = await receive((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      const timer = setInterval(() => socket.write('y'), 20);
      socket.on('close', () => {
        clearInterval(timer);
        closed.resolve();
      });
    });
    const from = performance.now();
    expect(await sendTo(url, {}, LIMIT_MS)).toEqual({ error: 'timeout' });
    await closed.promise;
    expect(performance.now() - from).toBeGreaterThan(LIMIT_MS - 50);
  });

  test('that gets headers without end fails at a bound', async () => {
    const { url } = await receive((socket) =>
      stream(socket, 'HTTP/1.1 200 OK\r\n', `x: ${'y'.repeat(1000)}\r\n`),
    );
    expect(await sendTo(url)).toEqual({ error: 'answer_invalid' });
  });

  test('does not read a body without end: the status is the answer, the connection is closed', async () => {
    const closed = Promise.withResolvers<number>();
    const { url } = await receive((socket) => {
      socket.on('close', () => closed.resolve(socket.bytesWritten));
      stream(
        socket,
        'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
        '4\r\nabcd\r\n'.repeat(999),
      );
    });
    const from = performance.now();
    expect(await sendTo(url)).toEqual({ status: 200 });
    await closed.promise;
    expect(performance.now() - from).toBeLessThan(PATIENCE_MS);
  });
});

describe('a delivery by TLS', () => {
  const before = tls.getCACertificates('default');
  afterAll(() => tls.setDefaultCACertificates(before));

  test.each([
    ['arrives', 'of the host, and of a trusted authority', '127.0.0.1', [tlsOptions.cert]],
    ['is not sent', 'of another host', 'localhost', [tlsOptions.cert]],
    ['is not sent', 'of an authority that is not trusted', '127.0.0.1', before],
  ])('%s where the certificate is %s', async (how, _whose, host, trusted) => {
    tls.setDefaultCACertificates(trusted);
    const { port, heads } = await receive(ok, true);
    const answer = how === 'arrives' ? { status: 200 } : { error: 'tls_failed' };
    expect(await sendTo(`https://${host}:${port}/`)).toEqual(answer);
    expect(heads).toHaveLength(how === 'arrives' ? 1 : 0);
  });

  test('fails where HTTP is spoken, and ends at the limit where nothing is', async () => {
    const { port } = await receive(answering('HTTP/1.1 400 Bad\r\n\r\n'));
    expect(await sendTo(`https://127.0.0.1:${port}/`)).toEqual({ error: 'tls_failed' });
    const silent = await receive(() => {});
    const url = `https://127.0.0.1:${silent.port}/`;
    expect(await sendTo(url, {}, LIMIT_MS)).toEqual({ error: 'timeout' });
  });
});

describe('the addresses of a name', () => {
  /** A resolver that gives the next answer each time. */
  const resolver = (...answers: (readonly string[])[]) =>
    jest.fn<Resolve>(async () => answers.shift() ?? []);

  test('are asked for once for each delivery, and the one that was checked is connected to', async () => {
    const { url, heads } = await receive(ok);
    const resolve = resolver(['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1', '169.254.169.254']);
    expect(await sendTo(url, { resolve })).toEqual({ status: 200 });
    expect(resolve.mock.calls).toEqual([['localhost', 4]]);
    expect(await sendTo(url, { resolve })).toEqual({ error: 'address_refused' });
    expect(await sendTo(url, { resolve })).toEqual({ error: 'address_refused' });
    expect(resolve).toHaveBeenCalledTimes(3);
    expect(heads).toHaveLength(1);
  });

  test.each<[string, Resolve, string]>([
    ['of this machine', resolver(['127.0.0.1']), 'address_refused'],
    ['of which the last is private', resolver(['8.8.8.8', '10.0.0.1']), 'address_refused'],
    ['of which the first is private', resolver(['10.0.0.1', '8.8.8.8']), 'address_refused'],
    [
      'of IPv6 alone',
      async (_name, family) => {
        if (family === 4) throw new Error('ENODATA');
        return ['2606:4700:4700::1111', '::1'];
      },
      'no_ipv4_address',
    ],
    ['that are none', resolver(), 'name_not_found'],
    ['that fail', () => Promise.reject(new Error('ENOTFOUND')), 'name_not_found'],
    ['that never come', () => new Promise<never>(() => {}), 'timeout'],
  ])('%s are an error that says it', async (_which, resolve, error) => {
    const limit = error === 'timeout' ? LIMIT_MS : PATIENCE_MS;
    const options = { resolve, allowsLoopback: false };
    expect(await sendTo('https://hooks.example.com/', options, limit)).toEqual({ error });
  });

  test.each(LOOPBACKS)('may be %s on the local server', async (address) => {
    const host = address.includes(':') ? `[${address}]` : address;
    const { port } = await receive(ok, false, address);
    // Another program may have the port at 127.0.0.1.
    const resolve = resolver([address === '::1' ? '127.0.0.9' : address]);
    expect(await sendTo(`http://localhost:${port}/`, { resolve })).toEqual({ status: 200 });
    expect(await sendTo(`http://${host}:${port}/`)).toEqual({ status: 200 });
    const refused = await sendTo(`http://${host}:${port}/`, { allowsLoopback: false });
    expect(refused).toEqual({ error: 'address_refused' });
  });

  test('are not looked for where the URL is not allowed now', async () => {
    const resolve = resolver(['8.8.8.8']);
    const options = { resolve, allowsLoopback: false };
    for (const url of ['http://localhost/', 'https://hooks.example.com:8443/'])
      expect(await sendTo(url, options)).toEqual({ error: 'address_refused' });
    expect(resolve).not.toHaveBeenCalled();
  });
});

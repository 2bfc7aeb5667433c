import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { probeHandler } from '../../../functions/probe/handler.ts';
import { isApiKey } from '../../../lib/accounts/api-key.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A server on a free port; what it is asked, and its address. */
const serve = async (answer: RequestListener) => {
  const asked: { method: string | undefined; url: string | undefined; key: string }[] = [];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    asked.push({ method, url, key: String(headers.authorization).replace(/^Bearer /, '') });
    answer(request, response);
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { asked, server, url: `http://127.0.0.1:${port}/v1/pets` };
};

const answering =
  (status: number, body: unknown): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));

const refusal = { code: 'unauthorized', message: 'No.', status: 401 };
const healthy = answering(401, refusal);

/** Why a probe of an address failed, or undefined. */
const failureOf = async (url: string, patience?: number): Promise<string | undefined> => {
  const probe = probeHandler([{ method: 'GET', url }], 'pet_live_', patience);
  return probe().then(
    () => undefined,
    (error: Error) => error.message,
  );
};

describe('the probe', () => {
  test('asks every address once, each with a new key of the stage, and takes our 401', async () => {
    const { asked, url } = await serve(healthy);
    const probe = probeHandler(
      [
        { method: 'GET', url },
        { method: 'POST', url: `${url}/messages` },
      ],
      'pet_live_',
    );
    await probe();
    await probe();
    const requests = asked.map(({ method, url: path }) => `${method} ${path}`).sort();
    expect(requests).toEqual([
      'GET /v1/pets',
      'GET /v1/pets',
      'POST /v1/pets/messages',
      'POST /v1/pets/messages',
    ]);
    expect(asked.every(({ key }) => isApiKey(key, 'pet_live_'))).toBe(true);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(4);
  });

  test.each([
    ['lets anyone in', answering(200, []), '200 without an Error of ours'],
    [
      'cannot read keys',
      answering(503, { code: 'unavailable', message: '…', status: 503 }),
      '503 unavailable',
    ],
    [
      'has another’s 401',
      answering(401, { message: 'Unauthorized' }),
      '401 without an Error of ours',
    ],
    ['has no JSON', answering(403, '<html>'), '403 without an Error of ours'],
    [
      'sends it elsewhere',
      ((_request, response) =>
        response.writeHead(302, { Location: '/' }).end()) satisfies RequestListener,
      '302 without an Error of ours',
    ],
    [
      'closes the connection',
      (({ socket }) => socket.destroy()) satisfies RequestListener,
      'no answer (UND_ERR_SOCKET)',
    ],
  ])('fails where the service %s, and says what it saw', async (_what, answer, seen) => {
    const { url } = await serve(answer);
    expect(await failureOf(url)).toBe(`Not 401 unauthorized: GET ${url}: ${seen}`);
  });

  test('fails where nobody listens', async () => {
    const { server, url } = await serve(healthy);
    server.close();
    await once(server, 'close');
    expect(await failureOf(url)).toContain('no answer (ECONNREFUSED)');
  });

  test.each([
    ['never begins', (() => {}) satisfies RequestListener],
    ['never ends', ((_request, response) => response.write('{')) satisfies RequestListener],
  ])('gives up on an answer that %s', async (_what, answer) => {
    const { url } = await serve(answer);
    expect(await failureOf(url, 200)).toMatch(
      /: (no answer \(TimeoutError\)|200 without an Error)/,
    );
  });

  test('repeats no key that a server sends back', async () => {
    const { asked, url } = await serve(({ headers }, response) =>
      response.writeHead(401).end(JSON.stringify({ code: headers.authorization?.slice(7) })),
    );
    expect(await failureOf(url)).toBe(
      `Not 401 unauthorized: GET ${url}: 401 without an Error of ours`,
    );
    expect(asked[0]?.key).toMatch(/^pet_live_/);
  });

  test('names the addresses that fail and no other, and never a key', async () => {
    const [good, bad] = await Promise.all([serve(healthy), serve(answering(500, refusal))]);
    const probe = probeHandler(
      [good, bad].map(({ url }) => ({ method: 'GET', url })),
      'pet_live_',
    );
    const failure = await probe().catch(({ message, stack }: Error) => `${message}\n${stack}`);
    expect(failure).toContain(bad.url);
    expect(failure).not.toContain(good.url);
    expect(failure).not.toContain('pet_live_');
  });
});

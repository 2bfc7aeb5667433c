import { afterEach, describe, expect, test } from '@jest/globals';
import { probeHandler } from '../../../functions/probe/handler.ts';
import { isApiKey } from '../../../lib/accounts/api-key.ts';
import { type AnswerStub, startStubService } from '../../support/stub-service.ts';

/** A service at an address of its own, and the keys that it was sent. */
const serve = async (answer: AnswerStub) => {
  const keys: string[] = [];
  const service = await startStubService((request, response) => {
    keys.push(String(request.headers.authorization).replace(/^Bearer /, ''));
    answer(request, response);
  });
  services.push(service);
  return { keys, requests: service.requests, url: `${service.baseUrl}/pets` };
};
const services: AsyncDisposable[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service[Symbol.asyncDispose]();
});

const answering =
  (status: number, body: unknown): AnswerStub =>
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
    const { keys, requests, url } = await serve(healthy);
    const asks = [
      { method: 'GET', url },
      { method: 'POST', url: `${url}/messages` },
    ];
    const probe = probeHandler(asks, 'pet_live_');
    await probe();
    await probe();
    const [get, post] = ['GET /v1/pets', 'POST /v1/pets/messages'];
    expect([...requests].sort()).toEqual([get, get, post, post]);
    expect(keys.every((key) => isApiKey(key, 'pet_live_'))).toBe(true);
    expect(new Set(keys).size).toBe(4);
  });

  test.each<[string, AnswerStub]>([
    ['200 without an Error of ours', answering(200, [])],
    ['503 unavailable', answering(503, { code: 'unavailable', message: '…', status: 503 })],
    ['401 without an Error of ours', answering(401, { message: 'Unauthorized' })],
    ['403 without an Error of ours', answering(403, '<html>')],
    ['302 without an Error of ours', (_, answer) => answer.writeHead(302, { Location: '/' }).end()],
    ['no answer (UND_ERR_SOCKET)', ({ socket }) => socket.destroy()],
  ])('fails where it does not get our 401, and says what it saw: %s', async (seen, answer) => {
    const { url } = await serve(answer);
    expect(await failureOf(url)).toBe(`Not 401 unauthorized: GET ${url}: ${seen}`);
  });

  test.each<[string, AnswerStub]>([
    ['never begins', () => {}],
    ['never ends', (_, answer) => answer.write('{')],
  ])('gives up on an answer that %s', async (_what, answer) => {
    const { url } = await serve(answer);
    const seen = /: (no answer \(TimeoutError\)|200 without an Error)/;
    expect(await failureOf(url, 200)).toMatch(seen);
  });

  test('repeats no key that a server sends back', async () => {
    const { keys, url } = await serve(({ headers }, response) =>
      response.writeHead(401).end(JSON.stringify({ code: headers.authorization?.slice(7) })),
    );
    expect(await failureOf(url)).toBe(
      `Not 401 unauthorized: GET ${url}: 401 without an Error of ours`,
    );
    expect(keys[0]).toMatch(/^pet_live_/);
  });

  test('names the addresses that fail and no other, and never a key', async () => {
    const [good, bad] = await Promise.all([serve(healthy), serve(answering(500, refusal))]);
    const asks = [good, bad].map(({ url }) => ({ method: 'GET', url }));
    const probe = probeHandler(asks, 'pet_live_');
    const failure = await probe().catch(({ message, stack }: Error) => `${message}\n${stack}`);
    expect(failure).toContain(bad.url);
    expect(failure).not.toContain(good.url);
    expect(failure).not.toContain('pet_live_');
  });
});

import { describe, expect, test } from '@jest/globals';
import { open } from '../../../functions/probe/handler.ts';
import { isApiKey } from '../../../lib/accounts/api-key.ts';
import { type AnswerStub, startStubService } from '../../support/stub-service.ts';

const answering =
  (status: number, body: unknown): AnswerStub =>
  (_request, response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));

const healthy = answering(401, { code: 'unauthorized', message: 'No.', status: 401 });

const openProbe = (urls: readonly string[], patience?: number) =>
  open(
    urls.map((url) => ({ method: 'GET', url })),
    'pet_live_',
    patience,
  );

describe('the probe', () => {
  test('asks every address once, each with a new key of the stage, and takes our 401', async () => {
    await using service = await startStubService(healthy);
    const url = service.baseUrl;
    const asks = [
      { method: 'GET', url },
      { method: 'POST', url: `${url}/messages` },
    ];
    const probe = open(asks, 'pet_live_');
    await probe();
    await probe();
    const [get, post] = ['GET /v1', 'POST /v1/messages'];
    expect(service.requests.toSorted()).toEqual([get, get, post, post]);
    const keys = service.received.map(({ headers }) => headers.authorization?.slice(7) ?? '');
    expect(keys.every((key) => isApiKey(key, 'pet_live_'))).toBe(true);
    expect(new Set(keys).size).toBe(4);
  });

  // A key that comes back is in no message: each is compared as a whole.
  test.each<[string, AnswerStub]>([
    ['200 without an Error of ours', answering(200, [])],
    ['503 unavailable', answering(503, { code: 'unavailable', message: '…', status: 503 })],
    ['401 without an Error of ours', answering(401, { message: 'Unauthorized' })],
    [
      '401 without an Error of ours',
      ({ headers }, answer) =>
        answer.writeHead(401).end(JSON.stringify({ code: headers.authorization?.slice(7) })),
    ],
    ['403 without an Error of ours', answering(403, '<html>')],
    ['302 without an Error of ours', (_, answer) => answer.writeHead(302, { Location: '/' }).end()],
    ['no answer (UND_ERR_SOCKET)', ({ socket }) => socket.destroy()],
  ])('fails where it does not get our 401, and says what it saw: %s', async (seen, answer) => {
    await using good = await startStubService(healthy);
    await using bad = await startStubService(answer);
    const message = `Not 401 unauthorized: GET ${bad.baseUrl}: ${seen}`;
    await expect(openProbe([good.baseUrl, bad.baseUrl])()).rejects.toEqual(new Error(message));
  });

  test.each<[string, AnswerStub]>([
    ['never begins', () => {}],
    ['never ends', (_, answer) => answer.write('{')],
  ])('gives up on an answer that %s', async (_what, answer) => {
    await using service = await startStubService(answer);
    const seen = /: (no answer \(TimeoutError\)|200 without an Error)/;
    await expect(openProbe([service.baseUrl], 200)()).rejects.toThrow(seen);
  });
});

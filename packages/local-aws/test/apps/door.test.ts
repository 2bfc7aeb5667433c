import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ServedApp, serveApp } from './serve-app.ts';

let app: ServedApp;

beforeAll(async () => {
  app = await serveApp('door.ts', 'front-door');
});
afterAll(() => app.close());

test('a start has nothing to say about ES modules on this Node', () => {
  expect(app.notes).toEqual([]);
});

describe('a TOKEN authorizer', () => {
  const enter = (Authorization?: string) =>
    app.send('/token/hall', Authorization === undefined ? {} : { headers: { Authorization } });

  test('lets in, and passes its context on as strings', async () => {
    const { status, body } = await enter('ann');
    expect(status).toBe(200);
    expect(body).toEqual({
      authorizer: {
        principalId: 'ann',
        floors: '2',
        inside: 'true',
        integrationLatency: expect.any(Number),
      },
      stageVariables: { floor: '3' },
      sdk: 'DynamoDBClient',
    });
  });

  test.each([
    ['without a token', undefined, 401, 'Unauthorized'],
    ['with a token that its expression does not match', 'ANN', 401, 'Unauthorized'],
    ['with a token that the function refuses', 'thief', 401, 'Unauthorized'],
    ['with a Deny', 'guest', 403, 'User is not authorized to access this resource'],
  ])('does not let in %s', async (_, token, status, message) => {
    expect(await enter(token)).toMatchObject({ status, body: { message } });
  });
});

describe('a REQUEST authorizer', () => {
  const enter = (path: string, card?: string) =>
    app.send(path, card === undefined ? {} : { headers: { 'X-Card': card } });

  test('gets all of the request but its body', async () => {
    const { status, body } = await enter('/request/hall?pin=1', 'ann');
    expect(status).toBe(200);
    expect(body.authorizer).toMatchObject({
      principalId: 'ann',
      room: 'hall',
      pin: '1',
      type: 'REQUEST',
      resource: '/request/{room}',
      arn: expect.stringMatching(/^arn:aws:execute-api:.*\/live\/GET\/request\/hall$/),
      event:
        'httpMethod,methodArn,multiValueHeaders,multiValueQueryStringParameters,path,requestContext,resource,stageVariables,type',
    });
  });

  test.each([
    ['no header', '/request/hall?pin=1', undefined],
    ['no query parameter', '/request/hall', 'ann'],
    ['an empty query parameter', '/request/hall?pin=', 'ann'],
  ])('answers 401 to %s, without a call', async (_, path, card) => {
    const before = (await enter('/uncached/hall')).body.authorizer.asked;
    expect(await enter(path, card)).toMatchObject({
      status: 401,
      body: { message: 'Unauthorized' },
    });
    expect((await enter('/uncached/hall')).body.authorizer.asked).toBe(String(Number(before) + 1));
  });

  test('answers 403 to a Deny', async () => {
    expect(await enter('/request/hall?pin=0000', 'ann')).toMatchObject({ status: 403 });
  });

  test('keeps an answer for the values of all identity sources', async () => {
    const asked = async (path: string, card: string) =>
      Number((await enter(path, card)).body.authorizer.asked);
    const first = await asked('/request/hall?pin=7', 'bob');
    expect(await asked('/request/attic?pin=7', 'bob')).toBe(first);
    expect(await asked('/request/hall?pin=8', 'bob')).toBe(first + 1);
    expect(await asked('/request/hall?pin=7', 'carl')).toBe(first + 2);
  });

  test('keeps nothing for a time of 0, and needs no identity source then', async () => {
    const asked = async () => Number((await enter('/uncached/hall')).body.authorizer.asked);
    expect(await asked()).toBe((await asked()) - 1);
  });

  test('takes stage variables and the context as identity sources', async () => {
    const asked = async (method: string) =>
      Number((await app.send('/surroundings/hall', { method })).body.authorizer.asked);
    const first = await asked('GET');
    expect([await asked('GET'), await asked('PUT')]).toEqual([first, first + 1]);
  });
});

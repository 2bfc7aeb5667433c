import { connect } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createClientThrottle } from '../src/api-gateway/client-throttle.ts';
import { startApiServer } from '../src/api-gateway/http-server.ts';
import { readRestApis } from '../src/api-gateway/rest-apis.ts';
import type { InvocationResult } from '../src/lambda/invocation.ts';
import { readFunctions } from '../src/lambda/lambda-functions.ts';
import { createLambdaService } from '../src/lambda/lambda-service.ts';
import { shopResources, shopTemplate } from './assembly.ts';
import {
  closeAll,
  closeLater,
  countsByName,
  ok,
  petsApi,
  send,
  sendRaw,
  serve,
  unlimited,
} from './serve.ts';
import { untilSettled } from './until.ts';

afterEach(closeAll);

describe('the server of an API', () => {
  test('answers with what the function returns', async () => {
    const { port, calls } = await serve(async () => ok('hello'));
    const answer = await send(port, '/v1/pets?tag=a', { method: 'POST', body: '{}' });
    expect(answer).toMatchObject({ status: 200, body: 'hello' });
    expect(answer.headers).toEqual({
      'content-length': '5',
      'content-type': 'text/plain',
      date: expect.any(String),
      'x-amzn-requestid': calls[0]?.requestContext.requestId,
      'x-amz-apigw-id': calls[0]?.requestContext.extendedRequestId,
    });
    expect(calls[0]).toMatchObject({
      body: '{}',
      httpMethod: 'POST',
      path: '/pets',
      queryStringParameters: { tag: 'a' },
      requestContext: { domainName: `localhost:${port}`, path: '/v1/pets', stage: 'v1' },
    });
  });

  test('answers HEAD with the headers alone', async () => {
    const { port } = await serve(async () => ok('hello'));
    const answer = await send(port, '/v1/pets', { method: 'HEAD' });
    expect(answer).toMatchObject({ status: 200, body: '', headers: { 'content-length': '5' } });
  });

  test('answers 204 without a length or a body', async () => {
    const { port } = await serve(async () => ({ kind: 'success', payload: '{"statusCode":204}' }));
    const { status, headers } = await send(port, '/v1/pets');
    expect(status).toBe(204);
    expect(headers).not.toHaveProperty('content-length');
  });

  test('keeps a connection for several requests', async () => {
    const { port } = await serve();
    const get = 'GET /v1/pets HTTP/1.1\r\nHost: a\r\n';
    const answers = await sendRaw(port, `${get}\r\n${get}Connection: close\r\n\r\n`);
    expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(answers.match(/^connection: .*$/gim)).toEqual(['Connection: close']);
  });

  test('lets a client choose the request id, but not the extended one', async () => {
    const { port, calls } = await serve();
    const chosen = '01234567-89ab-cdef-0123-456789abcdef';
    for (const id of [chosen, chosen, 'not a UUID']) {
      await send(port, '/v1/pets', { headers: { 'x-amzn-requestid': id } });
    }
    const [first, second, third] = calls.map(({ requestContext }) => requestContext);
    expect([first?.requestId, second?.requestId]).toEqual([chosen, chosen]);
    expect(third?.requestId).toMatch(/^[\da-f-]{36}$/);
    expect(first?.extendedRequestId).toMatch(/^[\w+/]{15}=$/);
    expect(second?.extendedRequestId).not.toBe(first?.extendedRequestId);
  });

  test('serves / at the bare stage', async () => {
    const { port, calls } = await serve();
    await send(port, '/v1');
    await send(port, '/v1/');
    expect(calls.map(({ path, requestContext }) => [path, requestContext.path])).toEqual([
      ['/', '/v1'],
      ['/', '/v1/'],
    ]);
  });

  test.each(['/', '/pets', '/v2/pets', '/v10/pets'])(
    'forbids %s, which is not of the stage, as what stands before API Gateway does',
    async (path) => {
      const { port, calls } = await serve();
      const { status, headers, body } = await send(port, path);
      expect([status, body]).toEqual([403, '{"message":"Forbidden"}']);
      expect(headers).not.toHaveProperty('x-request-id');
      expect(calls).toEqual([]);
    },
  );

  test.each([
    ['GET', '/v1/nothing', 403, 'MISSING_AUTHENTICATION_TOKEN'],
    ['POST', '/v1/slow', 403, 'MISSING_AUTHENTICATION_TOKEN'],
    ['GET', '/v1/pets/%zz', 400, 'DEFAULT_4XX'],
    ['GET', '/v1/pets/7', 401, 'UNAUTHORIZED'],
  ])('answers %s %s with %d %s', async (httpMethod, path, status, code) => {
    const { port, calls } = await serve();
    const answer = await send(port, path, { method: httpMethod });
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([status, code]);
    expect(calls).toEqual([]);
  });

  test('lets the authorizer decide and passes on whom it let in', async () => {
    const arn = 'arn:aws:execute-api:us-east-1:000000000000:abc123/v1/GET/pets/7';
    const Statement = [{ Effect: 'Allow', Action: '*', Resource: arn }];
    const answer = { principalId: 'ann', policyDocument: { Statement }, context: { level: 3 } };
    const { port, calls } = await serve(async (functionName) =>
      functionName === 'authorizer' ? { kind: 'success', payload: JSON.stringify(answer) } : ok(),
    );
    const headers = { authorization: 'secret' };
    expect((await send(port, '/v1/pets/7', { headers })).status).toBe(200);
    expect(calls[0]).toEqual({ type: 'TOKEN', authorizationToken: 'secret', methodArn: arn });
    expect(calls[1]?.requestContext.authorizer).toMatchObject({ principalId: 'ann', level: '3' });
    const denied = await send(port, '/v1/pets/8', { headers });
    expect([denied.status, JSON.parse(denied.body).code]).toEqual([403, 'ACCESS_DENIED']);
  });

  describe('takes requests within limits', () => {
    const takes = (burstLimit: number) => ({
      ...petsApi,
      stage: {
        ...petsApi.stage,
        methodSettings: [{ resourcePath: '/*', httpMethod: '*', rateLimit: 0.001, burstLimit }],
      },
    });
    const codeFor = async (port: number, authorization?: string) => {
      const headers = authorization ? { authorization } : {};
      const { status, body } = await send(port, '/v1/counted', { headers });
      return status === 200 ? 200 : JSON.parse(body).code;
    };

    test('those of each method by itself, as it is declared', async () => {
      const { port } = await serve(undefined, takes(2));
      const statuses = async (path: string, ...methods: string[]) => {
        const all: unknown[] = [];
        for (const method of methods) all.push((await send(port, `/v1${path}`, { method })).status);
        return all;
      };
      // This path has one method, ANY, so all that it takes is counted together.
      expect(await statuses('/pets', 'GET', 'PUT', 'POST')).toEqual([200, 200, 429]);
      expect(await statuses('/', 'GET', 'GET', 'GET')).toEqual([200, 200, 429]);
      expect(await statuses('/slow', 'GET')).toEqual([200]);
    });

    test('those of the method, of which what is not authorized takes nothing', async () => {
      const { port } = await serve(countsByName, takes(1));
      expect(await codeFor(port)).toBe('UNAUTHORIZED');
      expect(await codeFor(port, 'ann')).toBe(200);
      expect(await codeFor(port, 'bob')).toBe('THROTTLED');
    });

    test('first those of each client, so that one takes nothing of the method beyond its own', async () => {
      const oneEach = createClientThrottle(async () => ({ rate: 0.001, burst: 1 }));
      const { port } = await serve(countsByName, takes(2), oneEach);
      expect(await codeFor(port, 'ann')).toBe(200);
      for (let more = 0; more < 3; more += 1) expect(await codeFor(port, 'ann')).toBe('THROTTLED');
      expect(await codeFor(port, 'bob')).toBe(200);
      expect(await codeFor(port, 'carl')).toBe('THROTTLED');
    });

    test('but not from a client whose API key is unknown, or is not named', async () => {
      const onlyAnn = createClientThrottle(async (key) =>
        key === 'ann' ? { rate: 1, burst: 9 } : undefined,
      );
      const known = await serve(countsByName, petsApi, onlyAnn);
      expect(await codeFor(known.port, 'ann')).toBe(200);
      expect(await codeFor(known.port, 'bob')).toBe('INVALID_API_KEY');
      const unnamed = await serve(
        async (functionName, event) => {
          const answer = await countsByName(functionName, event);
          if (answer.kind !== 'success') return answer;
          return { ...answer, payload: answer.payload.replace('usageIdentifierKey', 'other') };
        },
        petsApi,
        onlyAnn,
      );
      expect(await codeFor(unnamed.port, 'ann')).toBe('INVALID_API_KEY');
      expect(unnamed.calls).toHaveLength(1);
    });
  });

  test.each([
    ['a malformed answer', { kind: 'success', payload: '{"message":"hi"}' } as const],
    [
      'a function error',
      { kind: 'error', errorType: 'Error', errorMessage: 'secret', trace: [] } as const,
    ],
    ['a function time-out', { kind: 'timeout' } as const],
  ])('answers 502 to %s', async (_, result) => {
    const { port, lines } = await serve(async () => result);
    const answer = await send(port, '/v1/pets');
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([502, 'DEFAULT_5XX']);
    expect(lines).toEqual([expect.stringContaining(`${answer.headers['x-amzn-requestid']} `)]);
  });

  test('gives the request’s id to the authorizer, the function and the access log', async () => {
    const given: (string | undefined)[] = [];
    const { port, accesses } = await serve(async (functionName, event, requestId) => {
      given.push(requestId);
      return countsByName(functionName, event);
    });
    const { headers } = await send(port, '/v1/counted', { headers: { Authorization: 'ann' } });
    await untilSettled(() => accesses.length === 1);
    const id = headers['x-amzn-requestid'];
    expect([...given, accesses[0]?.requestId]).toEqual([id, id, id]);
  });

  test('answers INTEGRATION_TIMEOUT when the function takes longer than the integration', async () => {
    const { port } = await serve(() => new Promise(() => {}));
    const answer = await send(port, '/v1/slow');
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([504, 'INTEGRATION_TIMEOUT']);
  });

  test('answers 500 to its own fault and logs it', async () => {
    const { port, lines } = await serve(async () => {
      throw new Error('a fault');
    });
    const answer = await send(port, '/v1/pets');
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([500, 'DEFAULT_5XX']);
    expect(lines.join()).toContain('a fault');
  });

  test('answers 431 in plain text to headers of more than 10,240 bytes', async () => {
    const { port, calls, accesses } = await serve();
    expect((await send(port, '/v1/pets', { headers: { x: 'x'.repeat(9000) } })).status).toBe(200);
    const answer = await send(port, '/v1/pets', { headers: { x: 'x'.repeat(10_240) } });
    expect(answer).toMatchObject({
      status: 431,
      body: 'HTTP header is larger than 10240 bytes.',
      headers: { 'content-type': 'text; charset=utf-8' },
    });
    expect(answer.headers).not.toHaveProperty('x-request-id');
    expect(calls).toHaveLength(1);
    await untilSettled(() => accesses.length > 1);
    expect(accesses[1]).toMatchObject({ status: 431 });
  });

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a bad request line', 'GET /v1/pets HTTP/9.9\r\n\r\n'],
    ['a path with a space', 'GET /v1/a b HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a bad header', 'GET /v1/pets HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n'],
    ['no Host', 'GET /v1/pets HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
    [
      'a bad chunk',
      'POST /v1/pets HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
  ])('answers %s with DEFAULT_4XX', async (_, bytes) => {
    const { port, calls, accesses } = await serve();
    const answer = await sendRaw(port, bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(head).toContain('Content-Type: application/problem+json');
    expect(head).toContain(`Content-Length: ${body.length}`);
    expect(JSON.parse(body)).toEqual({
      code: 'DEFAULT_4XX',
      id: /^X-Request-Id: (.*)$/m.exec(head)?.[1],
    });
    expect(calls).toEqual([]);
    await untilSettled(() => accesses.length > 0);
    expect(accesses).toMatchObject([{ status: 400 }]);
  });

  test('answers a request with an expectation that it does not know', async () => {
    const { port } = await serve();
    expect((await send(port, '/v1/pets', { headers: { expect: 'tea' } })).status).toBe(200);
  });

  test('takes a target in absolute form', async () => {
    const { port, calls } = await serve();
    await send(port, 'http://example.org/v1/pets?limit=1');
    expect(calls[0]).toMatchObject({ path: '/pets', queryStringParameters: { limit: '1' } });
  });

  test('logs each request once, without its query string', async () => {
    const { port, accesses } = await serve();
    const { status } = await send(port, '/v1/pets?secret=1');
    await untilSettled(() => accesses.length > 0);
    expect(accesses).toEqual([
      {
        method: 'GET',
        path: '/v1/pets',
        status,
        ms: expect.any(Number),
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    ]);
  });

  test('logs 499 when the client leaves first', async () => {
    const slow = Promise.withResolvers<InvocationResult>();
    const { port, accesses, calls, lines } = await serve(() => slow.promise);
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /v1/pets HTTP/1.1\r\nHost: a\r\n\r\n');
    await untilSettled(() => calls.length > 0);
    socket.destroy();
    await untilSettled(() => accesses.length > 0);
    expect(accesses).toMatchObject([{ status: 499 }]);
    expect(lines).toEqual([]);
    slow.resolve(ok());
  });

  test('logs 400 when the client leaves in the middle of its body', async () => {
    const { port, accesses, calls, lines } = await serve();
    const socket = connect(port, '127.0.0.1');
    const part = 'POST /v1/pets HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab';
    socket.write(part, () => socket.destroy());
    await untilSettled(() => accesses.length > 0);
    expect(accesses).toMatchObject([{ path: '/v1/pets', status: 400 }]);
    expect([calls, lines]).toEqual([[], []]);
  });

  test('lets a request in flight finish when it closes, and takes no other', async () => {
    const slow = Promise.withResolvers<InvocationResult>();
    const { server, port, calls } = await serve(() => slow.promise);
    const answer = send(port, '/v1/pets');
    await untilSettled(() => calls.length > 0);
    const closed = server.close();
    slow.resolve(ok());
    await closed;
    expect(await answer).toMatchObject({ status: 200, headers: { connection: 'close' } });
    await expect(send(port, '/v1/pets')).rejects.toThrow('ECONNREFUSED');
  });

  test('does not wait for ever when it closes', async () => {
    const slow = Promise.withResolvers<InvocationResult>();
    const { server, port, calls } = await serve(() => slow.promise);
    const answer = send(port, '/v1/pets');
    const failed = expect(answer).rejects.toThrow('socket hang up');
    await untilSettled(() => calls.length > 0);
    await server.close();
    await failed;
    slow.resolve(ok());
  });

  test('refuses to start on a port that is taken', async () => {
    const { port } = await serve();
    const options = {
      invoke: async () => ok(),
      throttleClient: unlimited,
      accessLog: () => {},
      log: () => {},
    };
    await expect(startApiServer(petsApi, port, '127.0.0.1', options)).rejects.toThrow('EADDRINUSE');
  });

  test('serves the APIs of a template with their functions', async () => {
    const source = `export const handler = async (event) => event.type === 'TOKEN'
      ? { principalId: event.authorizationToken, policyDocument: { Statement: [
          { Effect: 'Allow', Action: 'execute-api:Invoke', Resource: event.methodArn }] } }
      : { statusCode: 200, body: JSON.stringify([event.pathParameters,
          event.requestContext.authorizer?.principalId, process.env.TABLE_NAME]) };`;
    const template = shopTemplate(shopResources, {}, source);
    const apis = readRestApis(template);
    const lambda = createLambdaService(readFunctions(template, apis), {
      environment: {},
      log: () => {},
      maxInstances: () => 1,
    });
    const options = {
      invoke: lambda.invoke,
      throttleClient: unlimited,
      accessLog: () => {},
      log: () => {},
    };
    const [staff, open] = await Promise.all(
      apis.map((api) => startApiServer(api, 0, '127.0.0.1', options)),
    );
    closeLater(async () => {
      await Promise.all([staff?.close(), open?.close()]);
      await lambda.close();
    });
    const headers = { 'x-token': 'Bearer ann' };
    const one = await send(staff?.port ?? 0, '/v1/pets/7', { headers });
    expect(JSON.parse(one.body)).toEqual([{ id: '7' }, 'Bearer ann', 'shop-Pets']);
    const other = await send(open?.port ?? 0, '/v2/');
    expect(JSON.parse(other.body)).toEqual([null, null, 'shop-Pets']);
  });
});

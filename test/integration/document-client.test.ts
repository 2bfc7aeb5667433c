import { setTimeout } from 'node:timers/promises';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { StorageTimeoutError, StorageUnavailableError } from '../../lib/errors/storage-errors.ts';
import { wrapHandler } from '../../lib/http/operation.ts';
import { TIME_BUDGET } from '../../lib/process/time-budget.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { proxyEvent } from '../support/events.ts';
import { type AnswerStub, startStubService } from '../support/stub-service.ts';
import { until } from '../support/until.ts';

// The SDK's pauses are random, and take no time here.
beforeEach(() => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
});

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** An engine that answers as told, and how to ask it. */
const start = async (answer: AnswerStub) => {
  const { endpoint, received, close } = await startStubService(answer);
  const client = createDocumentClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  closers.push(close, () => client.destroy());
  const get = new GetCommand({ TableName: 'pets', Key: { id: 1 } });
  return { received, ask: () => client.send(get).catch((error: unknown) => error) };
};

/** What comes of asking an engine that answers as told. */
const ask = async (answer: AnswerStub) => (await start(answer)).ask();

const succeed: AnswerStub = (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' });
  response.end('{}');
};

const refuse =
  (status: number, type: string): AnswerStub =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}` }));
  };

describe('an engine', () => {
  test.each([
    [400, 'ProvisionedThroughputExceededException'],
    [400, 'ThrottlingException'],
    [400, 'RequestLimitExceeded'],
    [500, 'InternalServerError'],
    [503, 'ServiceUnavailable'],
  ])('that answers %p %s is unavailable', async (status, type) => {
    expect(await ask(refuse(status, type))).toBeInstanceOf(StorageUnavailableError);
  });

  test('that breaks off before or within its answer may have done what it was asked', async () => {
    expect(await ask(({ socket }) => void socket.destroy())).toBeInstanceOf(StorageTimeoutError);
    const cut = await ask(({ socket }, response) => {
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('{"Item"', () => socket.destroy());
    });
    expect(cut).toBeInstanceOf(StorageTimeoutError);
  });

  test('that throttles is asked again, three times in all, after pauses that the time budget counts on', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.9999);
    let attempts = 0;
    const throttle = refuse(400, 'ThrottlingException');
    const answer = await ask((request, response) => {
      attempts += 1;
      return attempts < 3 ? throttle(request, response) : succeed(request, response);
    });
    expect(answer).toMatchObject({
      $metadata: { attempts: 3, totalRetryDelay: 999 + 1999 },
    });
  });

  test('that is too late is given up, and no connection of that is left', async () => {
    const answers: Record<string, AnswerStub> = {
      'never answers': () => {},
      'stalls within its answer': (_request, response) => {
        response.writeHead(200, { 'Content-Length': 100 });
        response.write('{"Item"');
      },
      // Each byte keeps the socket from being idle. Without a limit the answer would come, and be taken.
      'goes on byte by byte': ({ socket }) => {
        socket.on('error', () => {});
        socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
        const more = setInterval(() => socket.write('.'), TIME_BUDGET.attempt / 10);
        const end = () => socket.write('\r\nContent-Length: 2\r\n\r\n{}');
        const late = globalThis.setTimeout(end, TIME_BUDGET.attempt + 500);
        socket.on('close', () => {
          clearInterval(more);
          clearTimeout(late);
        });
      },
    };
    const ends = Object.entries(answers).map(async ([what, answer]) => {
      const engine = await start(answer);
      const error = await engine.ask();
      await until(() => engine.received.every(({ socket }) => socket.destroyed));
      return [what, error instanceof StorageTimeoutError];
    });
    expect(await Promise.all(ends)).toEqual(Object.keys(answers).map((what) => [what, true]));
  });

  test('that answered is asked next over the same connection', async () => {
    const engine = await start(succeed);
    await engine.ask();
    await setTimeout(TIME_BUDGET.attempt + 200);
    await engine.ask();
    expect(new Set(engine.received.map(({ socket }) => socket)).size).toBe(1);
  });

  test('is asked nothing more once the request it was asked for has been answered', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const engine = await start((request, response) => {
      if (engine.received.length > 1) succeed(request, response);
    });
    const pending = Promise.withResolvers<unknown>();
    const handler = wrapHandler(async () => {
      pending.resolve(engine.ask());
      await pending.promise;
      return { statusCode: 200, body: '' };
    });
    const left = TIME_BUDGET.invocation - TIME_BUDGET.operation;
    const context = { getRemainingTimeInMillis: () => left } as Context;
    expect(await handler(proxyEvent(), context)).toMatchObject({ statusCode: 504 });
    expect(await pending.promise).toBeInstanceOf(StorageTimeoutError);
    expect(engine.received).toHaveLength(1);
  });

  test('that refuses the request is not excused', async () => {
    const error = await ask(refuse(400, 'ValidationException'));
    expect(error).toMatchObject({ name: 'ValidationException' });
  });
});

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { createDocumentClient } from '../../lib/dynamodb.ts';
import { StorageTimeoutError, StorageUnavailableError } from '../../lib/storage-errors.ts';

/** Asks an engine that answers as told. */
const ask = async (listener: RequestListener): Promise<unknown> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const client = createDocumentClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  try {
    return await client.send(new GetCommand({ TableName: 'pets', Key: { id: 1 } }));
  } catch (error) {
    return error;
  } finally {
    client.destroy();
    server.closeAllConnections();
    server.close();
  }
};

const refuse =
  (status: number, type: string): RequestListener =>
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
    expect(await ask((request) => request.socket.destroy())).toBeInstanceOf(StorageTimeoutError);
    const cut = await ask((request, response) => {
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('{"Item"', () => request.socket.destroy());
    });
    expect(cut).toBeInstanceOf(StorageTimeoutError);
  });

  test('that throttles is asked again, three times in all', async () => {
    let attempts = 0;
    const answer = await ask((request, response) => {
      attempts += 1;
      if (attempts < 3) return refuse(400, 'ThrottlingException')(request, response);
      response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' });
      response.end('{}');
    });
    expect(answer).not.toBeInstanceOf(Error);
    expect(attempts).toBe(3);
  });

  test('that never answers is too late', async () => {
    expect(await ask(() => {})).toBeInstanceOf(StorageTimeoutError);
  });

  test('that refuses the request is not excused', async () => {
    const error = await ask(refuse(400, 'ValidationException'));
    expect(error).toMatchObject({ name: 'ValidationException' });
  });
});

import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { operations } from '../../functions/operations.ts';
import { readRestApis } from '../../infra/local/api-gateway/rest-apis.ts';
import { functionEnvironment } from '../../infra/local/lambda/function-environment.ts';
import { type LambdaFunction, readFunctions } from '../../infra/local/lambda/lambda-functions.ts';
import { stagingTemplate } from '../support/assembly.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { createEvent, proxyEvent } from '../support/events.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';

const PROGRAM = join(import.meta.dirname, 'first-call.js');

const loaded = z.object({
  answer: z.record(z.string(), z.unknown()),
  files: z.array(z.string()),
  fileRequests: z.number(),
  builtins: z.array(z.string()),
  sourceMaps: z.boolean(),
});

const readFunction = (name: string): LambdaFunction => {
  const template = stagingTemplate();
  const found = readFunctions(template, readRestApis(template)).find((one) =>
    one.name.includes(`-${name}`),
  );
  if (found === undefined) throw new Error(`There is no function ${name}`);
  return found;
};

let engine: TestEngine;
let apiKey: string;

beforeAll(async () => {
  engine = await openEngine();
  ({ apiKey } = await issueTestKey(openTestStage(engine)));
});
afterAll(() => engine.close());

/** Starts a process of its own for the function: an instance that nothing else has warmed. */
const callOnce = async (lambdaFunction: LambdaFunction, event: unknown) => {
  const { accessKeyId } = await engine.client.config.credentials();
  const entry = pathToFileURL(join(lambdaFunction.directory, 'index.mjs')).href;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [PROGRAM, entry, JSON.stringify(event)],
    {
      env: functionEnvironment(lambdaFunction, {
        AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
        AWS_ACCESS_KEY_ID: accessKeyId,
      }),
    },
  );
  return loaded.parse(JSON.parse(stdout));
};

/** An event that goes the whole way, and the status of its answer; an authorizer's has none. */
const CALLS: Readonly<Record<string, { event: () => unknown; status: number | undefined }>> = {
  createMessage: {
    event: () => createEvent('{"message":"Hello"}', { resource: '/messages' }),
    status: 202,
  },
  createPet: { event: () => createEvent('{"name":"Rex","categoryId":1}'), status: 201 },
  getPet: {
    event: () => proxyEvent({ resource: '/pets/{petId}', pathParameters: { petId: '1' } }),
    status: 200,
  },
  listPets: { event: () => proxyEvent(), status: 200 },
  unmatched: { event: () => proxyEvent({ method: 'DELETE' }), status: 405 },
  authorizer: {
    event: () => ({
      type: 'TOKEN',
      authorizationToken: `Bearer ${apiKey}`,
      methodArn: 'arn:aws:execute-api:us-east-1:000000000000:abc/v1/GET/pets',
    }),
    status: undefined,
  },
};

test('every function is looked at', () => {
  const names = [...operations.map(({ operationId }) => operationId), 'authorizer', 'unmatched'];
  expect(Object.keys(CALLS).sort()).toEqual(names.sort());
});

describe.each(Object.entries(CALLS))('the first call of %s', (name, { event, status }) => {
  test('loads its bundle alone, no undici, and reads no other file nor source maps', async () => {
    const lambdaFunction = readFunction(name);
    const { answer, files, fileRequests, builtins, sourceMaps } = await callOnce(
      lambdaFunction,
      event(),
    );
    expect(answer['statusCode']).toBe(status);

    expect(files.filter((url) => !url.startsWith('node:'))).toEqual([
      pathToFileURL(join(lambdaFunction.directory, 'index.mjs')).href,
    ]);
    expect(fileRequests).toBe(0);
    expect(builtins.filter((builtin) => builtin.includes('undici'))).toEqual([]);
    expect(sourceMaps).toBe(false);
  });

  test('is of a bundle without source maps, and without flags for Node', () => {
    const { directory, environment } = readFunction(name);
    const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
    expect(files).toEqual(['index.mjs']);
    expect(environment['NODE_OPTIONS']).toBeUndefined();
  });
});

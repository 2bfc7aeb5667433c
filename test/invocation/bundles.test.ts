import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { createLambdaService, type LambdaFunction } from 'local-aws';
import { operations } from '../../functions/operations.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { generateApiKey } from '../../lib/accounts/api-key.ts';
import { parseJson } from '../../lib/json.ts';
import { assemblyDirectory } from '../support/assembly.ts';
import {
  deployedFunction,
  deployedFunctions,
  deployedProbe,
  type RunningFunctions,
  runFunctions,
} from '../support/deployed-functions.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { createEvent, proxyEvent } from '../support/events.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';

let engine: TestEngine;
let functions: RunningFunctions;
const lines: string[] = [];

beforeAll(async () => {
  engine = await openEngine();
  functions = await runFunctions(engine, {
    log: (_name, line) => lines.push(line),
    maxInstances: 2,
  });
});
afterAll(async () => {
  await functions.close();
  await engine.close();
});

const invoke = async (operation: string, event: unknown): Promise<unknown> => {
  const result = await functions.invoke(operation, event);
  return result.kind === 'success' ? JSON.parse(result.payload) : result;
};

const answer = async (operation: string, event: APIGatewayProxyEvent) =>
  (await invoke(operation, event)) as APIGatewayProxyResult;

describe('the deployed bundles, invoked with REST proxy events', () => {
  test('create, get and list a pet on a real engine', async () => {
    const created = await answer(
      'createPet',
      createEvent('{"name":"Rex","categoryId":9223372036854775807}'),
    );
    expect(created).toMatchObject({ statusCode: 201, headers: { Location: '/v1/pets/1' } });
    const pet = { id: 1n, name: 'Rex', categoryId: 9223372036854775807n, status: 'available' };
    expect(parseJson(created.body)).toEqual(pet);

    const got = await answer(
      'getPet',
      proxyEvent({ resource: '/pets/{petId}', path: '/pets/1', pathParameters: { petId: '1' } }),
    );
    expect(parseJson(got.body)).toEqual(pet);

    for (const query of [{}, { status: ['available'] }]) {
      const listed = await answer('listPets', proxyEvent({ query }));
      expect(parseJson(listed.body)).toEqual([pet]);
    }
  });

  test('take a message', async () => {
    const event = createEvent('{"message":"Hello"}', { resource: '/messages' });
    const { statusCode, body } = await answer('createMessage', event);
    expect(statusCode).toBe(202);
    expect(JSON.parse(body)).toMatchObject({ message: 'Hello', status: 'queued' });
  });

  test('refuse what is not right, each with an Error', async () => {
    const refused = await answer('createPet', createEvent('{"name":""}'));
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'validation_failed', status: 400 });
    const unmatched = await answer('unmatched', proxyEvent({ method: 'DELETE' }));
    expect(unmatched).toMatchObject({ statusCode: 405, headers: { Allow: 'GET, POST' } });
  });

  test('authorize a key that was issued, and no other', async () => {
    const { apiKey, key } = await issueTestKey(openTestStage(engine));
    const event = (token: string) => ({
      type: 'TOKEN',
      authorizationToken: `Bearer ${token}`,
      methodArn: 'arn:aws:execute-api:us-east-1:000000000000:abc/v1/GET/pets',
    });
    expect(await invoke('authorizer', event(apiKey))).toMatchObject({
      principalId: key.accountId,
    });
    expect(await invoke('authorizer', event(generateApiKey('pet_test_')))).toMatchObject({
      kind: 'error',
      errorMessage: 'Unauthorized',
    });
    expect(lines.join('\n')).not.toContain(apiKey.slice(9));
  });

  test('fail at init, and say why, when they were deployed without their tables', async () => {
    const getPet = deployedFunction('getPet');
    const bare = createLambdaService([{ ...getPet, environment: {} }], {
      environment: {},
      log: () => {},
      maxInstances: () => 1,
    });
    expect(await bare.invoke(getPet.name, proxyEvent())).toMatchObject({
      kind: 'error',
      errorMessage: 'The environment variable PETS_TABLE is missing',
    });
    await bare.close();
  });
});

test('the probe’s bundle asks both public addresses of production, and fails when they do not answer', async () => {
  const probe = deployedProbe();
  const { PROBES = '' } = probe.environment;
  expect(JSON.parse(PROBES)).toEqual([
    { method: 'POST', url: `${STAGES.production.apis.quickstart.url}/messages` },
    { method: 'GET', url: `${STAGES.production.apis.pets.url}/pets` },
  ]);
  const moved = PROBES.replaceAll(/https:[^"]*/g, 'http://127.0.0.1:9/v1');
  const printed: string[] = [];
  const lambda = createLambdaService(
    [{ ...probe, environment: { ...probe.environment, PROBES: moved } }],
    {
      environment: {},
      log: (_name, line) => printed.push(line),
      maxInstances: () => 1,
    },
  );
  // As EventBridge does: with an event that says nothing.
  const result = await lambda.invoke(probe.name, { 'detail-type': 'Scheduled Event' });
  await lambda.close();
  expect(result).toMatchObject({
    kind: 'error',
    errorMessage: expect.stringMatching(
      /^Not 401 unauthorized: \w+ http:\/\/127.0.0.1:9\/v1: no answer/,
    ),
  });
  expect(printed.join('\n')).not.toMatch(/pet_live_\w/);
});

test('the bundle that checks a release finds all its modules, and misses its table', async () => {
  const entry = pathToFileURL(join(assemblyDirectory(), 'bundles/check-release/index.mjs')).href;
  await expect(
    promisify(execFile)(process.execPath, ['--eval', `import(${JSON.stringify(entry)})`], {
      env: {},
    }),
  ).rejects.toThrow(/The environment variable \w+ is missing/);
});

describe('a bundle', () => {
  const codeOf = ({ directory }: LambdaFunction) =>
    readFileSync(join(directory, 'index.mjs'), 'utf8');

  test('never imports at cold start what loads undici', () => {
    const loading = deployedFunctions().filter((lambdaFunction) =>
      /from ?["'](node:)?(http|process)["']/.test(codeOf(lambdaFunction)),
    );
    expect(loading.map(({ name }) => name)).toEqual([]);
  });

  test.each([
    ['unmatched', () => deployedFunction('unmatched')],
    ['probe', deployedProbe],
  ])('of %s, which touches no table, carries no AWS SDK and no contract', (_name, find) => {
    const code = codeOf(find());
    expect(code).not.toContain('DynamoDB');
    for (const { summary } of operations) expect(code).not.toContain(summary);
  });
});

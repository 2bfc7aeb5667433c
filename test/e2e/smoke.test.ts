import { expect, test } from '@jest/globals';
import { operations } from '../../functions/operations.ts';
import { errorDefinition } from '../../lib/errors/errors.ts';
import { requireEnv } from '../../lib/process/env.ts';
import { type CallOptions, call } from '../support/client.ts';
import { expectCommonHeaders, expectError } from '../support/expect-answer.ts';

/**
 * What is asked of production after each release: every function and the authorizer answer, reads
 * from their tables, and nothing is written.
 */
const baseUrls = { pets: requireEnv('BASE_URL'), quickstart: requireEnv('QUICKSTART_URL') };
const reads = operations.filter(({ method }) => method === 'GET');
const writes = operations.filter(({ method }) => method !== 'GET');

type Operation = (typeof operations)[number];

/** Asks for an operation at its path with this value for all parameters, with 0 in its query for what comes from earlier answers. */
const ask = ({ api, path, examples }: Operation, value: string, options?: CallOptions) => {
  const [{ request } = {}] = Object.values(examples);
  const query = new URLSearchParams(request?.query).toString().replaceAll(/%7B.*?%7D/g, '0');
  const search = query && `?${query}`;
  return call(`${baseUrls[api]}${path.replace(/\{\w+\}/g, value)}${search}`, options);
};

/** What an operation answers where its path leads to nothing. */
const notFound = ({ errors }: Operation) =>
  errors.find((code) => errorDefinition(code).status === 404);

test.each(reads)('$operationId answers from its tables', async (contract) => {
  const answer = await ask(contract, '0');
  expectCommonHeaders(answer);
  if (answer.status === contract.success.status) return;
  const code = notFound(contract);
  if (code === undefined) throw new Error(`${contract.path} is answered with ${answer.status}`);
  expectError(answer, code);
});

test.each(writes)('$operationId reads what it is to write, and refuses it', async (contract) => {
  const { method, request } = contract;
  // Neither a body that any schema takes, nor an id that anything has.
  const body = request.body && [];
  const headers = request.body
    ? { 'Content-Type': request.contentTypes?.[0] ?? 'application/json' }
    : {};
  const answer = await ask(contract, 'none', { method, headers, body });
  const code = notFound(contract);
  expectError(answer, answer.status === 400 || !code ? 'validation_failed' : code);
});

test('every filter of the list is served by its index', async () => {
  const answer = await call('/pets?limit=1&status=available');
  expect(answer.status).toBe(200);
  expect(answer.body).toBeInstanceOf(Array);
});

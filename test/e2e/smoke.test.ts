import { expect, test } from '@jest/globals';
import { operations } from '../../functions/operations.ts';
import { errorDefinition } from '../../lib/errors/errors.ts';
import { requireEnv } from '../../lib/process/env.ts';
import { call, serviceUnderTest } from '../support/client.ts';
import { expectCommonHeaders, expectError } from '../support/expect-answer.ts';

/**
 * What is asked of production after each release: every function and the authorizer answer, reads
 * from their tables, and nothing is written.
 */
const baseUrls = { pets: requireEnv('BASE_URL'), quickstart: requireEnv('QUICKSTART_URL') };
const service = (baseUrl: string) => ({ ...serviceUnderTest(), baseUrl });
const reads = operations.filter(({ method }) => method === 'GET');
const writes = operations.filter(({ method }) => method !== 'GET');

/** The path with the same value for all of its parameters. */
const pathWith = (path: string, value: string) => path.replace(/\{\w+\}/g, value);

/** A query that the operation takes, with 0 for what an example takes from earlier answers. */
const queryOf = ({ examples }: (typeof operations)[number]) => {
  const [{ request } = {}] = Object.values(examples);
  const query = Object.entries(request?.query ?? {}).map(([name, value]): [string, string] => [
    name,
    value.replace(/\{[\w.@-]+\}/g, '0'),
  ]);
  return query.length === 0 ? '' : `?${new URLSearchParams(query)}`;
};

/** What an operation answers where its path leads to nothing. */
const notFound = (errors: (typeof operations)[number]['errors']) =>
  errors.filter((code) => errorDefinition(code).status === 404);

test.each(reads)('$operationId answers from its tables', async (contract) => {
  const { path, api, success, errors } = contract;
  const answer = await call(
    `${pathWith(path, '0')}${queryOf(contract)}`,
    {},
    service(baseUrls[api]),
  );
  expectCommonHeaders(answer);
  if (answer.status === success.status) return;
  const [code] = notFound(errors);
  if (code === undefined) throw new Error(`${path} is answered with ${answer.status}`);
  expectError(answer, code);
});

test.each(writes)('$operationId reads what it is to write, and refuses it', async (contract) => {
  const { path, api, method, request, errors } = contract;
  // Neither a body that any schema takes, nor an id that anything has.
  const body = request.body && [];
  const headers = request.body
    ? { 'Content-Type': request.contentTypes?.[0] ?? 'application/json' }
    : {};
  const options = { method, headers, body };
  const answer = await call(
    `${pathWith(path, 'none')}${queryOf(contract)}`,
    options,
    service(baseUrls[api]),
  );
  const [code = 'validation_failed'] = notFound(errors);
  expectError(answer, answer.status === 400 ? 'validation_failed' : code);
});

test('every filter of the list is served by its index', async () => {
  const answer = await call('/pets?limit=1&status=available');
  expect(answer.status).toBe(200);
  expect(answer.body).toBeInstanceOf(Array);
});

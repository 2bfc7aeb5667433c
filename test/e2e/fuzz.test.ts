import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { operations } from '../../functions/operations.ts';
import { ERRORS } from '../../lib/errors/errors.ts';
import { requireEnv } from '../../lib/process/env.ts';
import { type Answer, call, expectCommonHeaders, serviceUnderTest } from '../support/client.ts';
import { anything, arbitraryRequest } from './arbitrary-request.ts';

const baseUrls = { pets: requireEnv('BASE_URL'), quickstart: requireEnv('QUICKSTART_URL') };
const RUNS = { numRuns: 15 };

/** Holds for every answer: a success, or an Error that names the client's fault. */
const expectTruthful = (answer: Answer, successes: readonly (number | undefined)[]): void => {
  expectCommonHeaders(answer);
  if (successes.includes(answer.status)) return;
  expect(answer.status).toBeLessThan(500);
  const { code, status, ...rest } = answer.body as { code: keyof typeof ERRORS; status: bigint };
  expect(Object.keys(ERRORS)).toContain(code);
  expect(status).toBe(BigInt(answer.status));
  expect(rest).toEqual({ message: expect.stringMatching(/\S/) });
};

test.each(operations)(
  '$operationId answers everything that is sent with success or with the client’s fault',
  async (contract) => {
    const { method, api, success } = contract;
    const statuses = [success.status, success.statusIfNew];
    const service = { ...serviceUnderTest(), baseUrl: baseUrls[api] };
    await fc.assert(
      fc.asyncProperty(arbitraryRequest(contract), async ({ path, headers, body }) => {
        expectTruthful(
          await call(path, { method, headers: { ...headers }, body }, service),
          statuses,
        );
      }),
      RUNS,
    );
  },
);

test('any path below the base address, with any method, is answered with the service’s own Error', async () => {
  const segment = fc.oneof(
    fc.constantFrom('pets', '1', '..', '%', '%zz', 'v1', ''),
    anything.map((text) => encodeURIComponent(text.toWellFormed())),
  );
  const { baseUrl } = serviceUnderTest();
  const methods = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');
  await fc.assert(
    fc.asyncProperty(fc.array(segment, { maxLength: 4 }), methods, async (segments, method) => {
      const url = new URL(`${baseUrl}/${segments.join('/')}`).href;
      // What dots lead out of the base address is not the service's to answer.
      fc.pre(url.startsWith(`${baseUrl}/`));
      expectTruthful(await call(url, { method }), [200]);
    }),
    RUNS,
  );
});

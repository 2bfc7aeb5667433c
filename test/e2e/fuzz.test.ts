import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ERRORS } from '../../lib/http/errors.ts';
import { type Answer, call, expectCommonHeaders, serviceUnderTest } from '../support/client.ts';

const RUNS = { numRuns: 250 };

/** Holds for every answer: a success, or an Error that names the client's fault. */
const expectTruthful = (answer: Answer, success: number): void => {
  expectCommonHeaders(answer);
  if (answer.status === success) return;
  expect(answer.status).toBeLessThan(500);
  const { code, status, ...rest } = answer.body as { code: keyof typeof ERRORS; status: bigint };
  expect(Object.keys(ERRORS)).toContain(code);
  expect(status).toBe(BigInt(answer.status));
  expect(rest).toEqual({ message: expect.stringMatching(/\S/) });
};

const anything = fc.string({ unit: 'binary', maxLength: 40 });
const almostNumber = fc.oneof(
  fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }).map(String),
  fc.double().map(String),
  fc.stringMatching(/^-?[0-9]{1,20}(\.[0-9]{1,3})?([eE][+-]?[0-9]{1,3})?$/),
  anything,
);
const member = fc.oneof(
  almostNumber,
  fc.jsonValue().map((value) => JSON.stringify(value)),
);
const body = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(member, member, member)
      .map(
        ([name, categoryId, status]) =>
          `{"name":${name},"categoryId":${categoryId},"status":${status}}`,
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .record(
        {
          name: fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.jsonValue()),
          categoryId: fc.oneof(fc.integer(), fc.jsonValue()),
          status: fc.oneof(fc.constantFrom('available', 'pending', 'sold'), fc.jsonValue()),
        },
        { requiredKeys: [] },
      )
      .map((value) => JSON.stringify(value)),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 6 }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: anything },
);

test('createPet answers whatever is sent with a pet or with the client’s fault', async () => {
  await fc.assert(
    fc.asyncProperty(body, async (text) => {
      expectTruthful(await call('/pets', { method: 'POST', body: text }), 201);
    }),
    RUNS,
  );
});

test('listPets answers whatever is asked with a page or with the client’s fault', async () => {
  const names = fc.oneof(fc.constantFrom('limit', 'status', 'cursor'), anything);
  const values = fc.oneof(almostNumber, fc.constantFrom('available', 'sold'), anything);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(names, values), { maxLength: 4 }), async (query) => {
      const text = query.map((pair) =>
        pair.map((part) => encodeURIComponent(part.toWellFormed())).join('='),
      );
      expectTruthful(await call(`/pets?${text.join('&')}`), 200);
    }),
    RUNS,
  );
});

test('getPet answers whatever id is asked with a pet or with the client’s fault', async () => {
  await fc.assert(
    fc.asyncProperty(almostNumber, async (id) => {
      expectTruthful(await call(`/pets/${encodeURIComponent(id.toWellFormed())}`), 200);
    }),
    RUNS,
  );
});

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
      expectTruthful(await call(url, { method }), 200);
    }),
    RUNS,
  );
});

import fc from 'fast-check';
import * as z from 'zod';
import { operations } from '../../functions/operations.ts';
import { openApiDocument } from '../../infra/docs/openapi/document.ts';
import { SERVERS } from '../../infra/docs/openapi/servers.ts';
import type { Contract } from '../../lib/http/contract.ts';
import { writeJson } from '../../lib/values/json.ts';
import { anyCharacter } from '../support/any-character.ts';

/** Any text, control characters too. */
export const anything = fc.string({ unit: anyCharacter, maxLength: 40 });

/** What looks like a number, and is one now and then. */
const almostNumber = fc.oneof(
  fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }).map(String),
  fc.double().map(String),
  fc.stringMatching(/^-?[0-9]{1,20}(\.[0-9]{1,3})?([eE][+-]?[0-9]{1,3})?$/),
  anything,
);

const Described = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  maxLength: z.number().optional(),
});
type Described = z.output<typeof Described>;

const Operation = z.object({
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), schema: z.unknown() }))
    .default([]),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) })
    .optional(),
});
const Reference = z.object({ $ref: z.string() });
const Members = z.object({ properties: z.record(z.string(), z.unknown()).default({}) });
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

const document = Document.parse(openApiDocument(operations, SERVERS));

const resolve = (schema: unknown): unknown => {
  const reference = Reference.safeParse(schema).data?.$ref;
  return reference === undefined
    ? schema
    : document.components.schemas[reference.split('/').at(-1) ?? ''];
};

/** A value that a schema takes, or nearly. */
const arbitraryOf = ({ type, enum: values, maxLength = 300 }: Described): fc.Arbitrary<unknown> => {
  if (values !== undefined) return fc.constantFrom(...values);
  if (type === 'integer') return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  return fc.string({ unit: anyCharacter, maxLength: Math.min(2 * maxLength, 600) });
};

const textOf = (schema: unknown): fc.Arbitrary<string> =>
  fc.oneof(arbitraryOf(Described.parse(resolve(schema))).map(String), almostNumber);

/** JSON text, nearly: members by their names, with values of their schemas or of any other. */
const bodyOf = (schema: unknown): fc.Arbitrary<string> => {
  const { properties } = Members.parse(resolve(schema));
  const described = Object.entries(properties).map(
    ([name, member]) => [name, arbitraryOf(Described.parse(resolve(member)))] as const,
  );
  const record = (values: (value: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>) =>
    fc.record(Object.fromEntries(described.map(([name, value]) => [name, values(value)])), {
      requiredKeys: [],
    });
  const token = fc.oneof(
    almostNumber,
    fc.jsonValue().map((value) => JSON.stringify(value)),
  );
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .array(token, { minLength: described.length, maxLength: described.length })
        .map((tokens) => `{${described.map(([name], at) => `"${name}":${tokens[at]}`).join()}}`),
    },
    {
      weight: 2,
      arbitrary: record((value) => fc.oneof(value, fc.jsonValue())).map((body) => writeJson(body)),
    },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 6 }).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: anything },
  );
};

/** Ids that the service may have given: what changes something must not meet those of other tests. */
const MAY_EXIST = /^0*[0-9]{1,9}(\.0*)?$/;

/** Whether a body leaves pets of other tests alone: an order of one would hold it while its test deletes it. */
const leavesOthersAlone = (body: string): boolean =>
  [...body.matchAll(/"\w+Id":([^,}]*)/g)].every(([, id]) => !(Math.abs(Number(id)) < 1e9));

/** A request of an operation, near to what its contract describes. */
export interface ArbitraryRequest {
  /** With its query, below the base address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Requests of an operation, by the schemas of its parameters and its body. */
export const arbitraryRequest = (contract: Contract): fc.Arbitrary<ArbitraryRequest> => {
  const { method, path, request } = contract;
  const { parameters, requestBody } = Operation.parse(document.paths[path]?.[method.toLowerCase()]);
  const named = (place: string) => parameters.filter((each) => each.in === place);
  const ids = named('path').map(({ schema }) =>
    method === 'GET' ? textOf(schema) : textOf(schema).filter((text) => !MAY_EXIST.test(text)),
  );
  const pairs = fc.array(
    fc.oneof(
      ...named('query').map(({ name, schema }) => fc.tuple(fc.constant(name), textOf(schema))),
      fc.tuple(anything, almostNumber),
    ),
    { maxLength: 4 },
  );
  // A header's value is visible text, or its sender refuses it.
  const headers = fc.record(
    Object.fromEntries(
      named('header').map(({ name }) => [name, fc.stringMatching(/^[!-~]([ -~]{0,40}[!-~])?$/)]),
    ),
    { requiredKeys: [] },
  );
  const [content] = Object.values(requestBody?.content ?? {});
  const body =
    content === undefined
      ? fc.constant(undefined)
      : bodyOf(content.schema).filter(leavesOthersAlone);
  const encode = (text: string) => encodeURIComponent(text.toWellFormed());
  return fc.record({ ids: fc.tuple(...ids), pairs, headers, body }).map((parts) => {
    const left = [...parts.ids];
    const filled = path.replace(/\{\w+\}/g, () => encode(left.shift() ?? ''));
    const query = parts.pairs.map((pair) => pair.map(encode).join('=')).join('&');
    return {
      path: query === '' ? filled : `${filled}?${query}`,
      headers: {
        ...(content && { 'Content-Type': request.contentTypes?.[0] ?? 'application/json' }),
        ...parts.headers,
      },
      body: parts.body,
    };
  });
};

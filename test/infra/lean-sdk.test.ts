import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeEach, expect, jest, test } from '@jest/globals';
import { RegionInfo } from 'aws-cdk-lib/region-info';
import { bundle } from '../../infra/stacks/bundle/bundle.ts';
import { REPLACED_IMPORTS } from '../../infra/stacks/bundle/lean-sdk.ts';
import { fileText, ROOT } from '../support/project.ts';
import { type Received, startStubService } from '../support/stub-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import * as unmodified from './sdk-entry.ts';

type Sdk = typeof unmodified;

/** An answer as it goes over the network, from the status on. After it the connection ends. */
type Answer = string;

/** An answer with a body of a known length. */
const answer = (status: number, body: object | string, headers = ''): Answer => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const length = Buffer.byteLength(text);
  return `${status} .\r\nx-amzn-requestid: request-1\r\n${headers}Content-Length: ${length}\r\n\r\n${text}`;
};

/** The next answers; the last one comes again and again. */
let next: Answer[] = [];

const folder = temporaryFolder();
const { inputs } = await bundle(new Map([['sdk', 'test/infra/sdk-entry.ts']]), folder);
const lean: Sdk = await import(pathToFileURL(join(folder, 'sdk', 'index.mjs')).href);
const server = await startStubService(({ socket }) => {
  const [first = ''] = next;
  if (next.length > 1) next.shift();
  // It says so, or the next request might be sent on the connection that ends.
  socket.end(`HTTP/1.1 ${first.replace('\r\n', '\r\nConnection: close\r\n')}`);
});
// Pauses between attempts are random, and take no time.
beforeEach(() => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterAll(() => server.close());

const SETTINGS = {
  region: 'eu-west-1',
  credentials: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' },
  maxAttempts: 2,
};

const openClient = ({ dynamodb }: Sdk, settings: DynamoDBClientConfig = {}) =>
  new dynamodb.DynamoDBClient({ ...SETTINGS, endpoint: `${server.endpoint}/`, ...settings });

/** Every kind of value, as the document client takes it. */
const ITEM = {
  text: 'naïve "text" \u2028 🐕',
  number: 1.5,
  whole: 2n ** 60n,
  yes: true,
  nothing: null,
  missing: undefined,
  bytes: new Uint8Array([0, 127, 255]),
  buffer: Buffer.from('buffer'),
  list: ['a', 1, { deep: [new Uint8Array([1])] }],
  B: 'an attribute named B',
  BS: ['not binary'],
  texts: new Set(['a', 'b']),
  numbers: new Set([1, 2]),
  binaries: new Set([new Uint8Array([1]), new Uint8Array([2, 3])]),
};

/** The same, as DynamoDB answers it. It has no number that JavaScript rounds, and one kind of bytes. */
const { whole: _whole, buffer: _buffer, ...READABLE } = ITEM;
const STORED = JSON.parse(
  JSON.stringify(marshall(READABLE, { removeUndefinedValues: true }), (_name, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  ),
);

const Key = { id: 1 };
const write = {
  TableName: 'pets',
  Key,
  UpdateExpression: 'SET a = :a',
  ExpressionAttributeValues: { ':a': ITEM },
};

/** Each command of our functions, and an answer with all that it may hold. */
const COMMANDS = {
  GetCommand: [{ TableName: 'pets', Key, ConsistentRead: true }, { Item: STORED }],
  PutCommand: [{ TableName: 'pets', Item: ITEM }, { Attributes: STORED }],
  UpdateCommand: [{ ...write, ReturnValues: 'ALL_NEW' }, { Attributes: STORED }],
  QueryCommand: [
    { TableName: 'pets', KeyConditionExpression: 'a = :a', Limit: 2, ExclusiveStartKey: Key },
    { Items: [STORED, {}], Count: 2, ScannedCount: 2, LastEvaluatedKey: { id: { N: '1' } } },
  ],
  BatchGetCommand: [
    { RequestItems: { pets: { Keys: [Key] } } },
    { Responses: { pets: [STORED] }, UnprocessedKeys: {} },
  ],
  TransactWriteCommand: [
    {
      TransactItems: [
        { Put: { TableName: 'pets', Item: ITEM } },
        { Update: write },
        { Delete: { TableName: 'pets', Key } },
        { ConditionCheck: { TableName: 'pets', Key, ConditionExpression: 'attribute_exists(id)' } },
      ],
    },
    {},
  ],
} as const;

const NAMES = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[];

type Call = (sdk: Sdk) => Promise<unknown>;

const send =
  (name: keyof typeof COMMANDS): Call =>
  (sdk) => {
    const Command = sdk.document[name] as unknown as new (input: object) => never;
    const client = sdk.document.DynamoDBDocumentClient.from(openClient(sdk), {
      marshallOptions: { removeUndefinedValues: true },
    });
    return client.send(new Command(structuredClone(COMMANDS[name][0])));
  };

/** Has Lambda invoked. */
const invoke: Call = ({ InvokeCommand, LambdaClient }) =>
  new LambdaClient({ ...SETTINGS, endpoint: server.endpoint }).send(
    new InvokeCommand({
      FunctionName: 'arn:aws:lambda:eu-west-1:000000000000:function:deliver',
      InvocationType: 'Event',
      Payload: '{"id":"naïve"}',
    }),
  );

/** Calls by one SDK, and returns the output or the error, and the requests. */
const run = async (sdk: Sdk, call: Call, ...answers: readonly Answer[]) => {
  next = [...answers];
  const outcome = await call(sdk).catch((error: unknown) => error);
  return { outcome, requests: server.received.splice(0) };
};

/** Expects the same requests of both SDKs. Returns what callers see of both. */
const runBoth = async (call: Call, ...answers: readonly Answer[]) => {
  const ours = await run(lean, call, ...answers);
  const theirs = await run(unmodified, call, ...answers);
  expect(ours.requests.map(comparable)).toEqual(theirs.requests.map(comparable));
  return [seen(ours.outcome), seen(theirs.outcome), theirs.requests] as const;
};

/** Expects the same outcome, too, and returns it. */
const compare = async (...words: Parameters<typeof runBoth>) => {
  const [ours, theirs, requests] = await runBoth(...words);
  expect(ours).toEqual(theirs);
  return { outcome: theirs, requests };
};

/** The classes of the SDK's errors that our code asks for. */
const ASKED_FOR = [
  ...new Set(
    globSync('{lib,functions}/**/*.ts', { cwd: ROOT }).flatMap((file) =>
      [...fileText(file).matchAll(/instanceof (\w+Exception)\b/g)].map(([, name = '']) => name),
    ),
  ),
];

/** What is sent, but for what differs each time. */
const comparable = ({ url, headers, body }: Received) => {
  const { authorization, 'x-amz-date': date, 'amz-sdk-invocation-id': id, ...rest } = headers;
  const { ClientRequestToken: token, ...input } = JSON.parse(body);
  // The SDK's two builds say different versions. The digest depends on the order of an input.
  const agent = headers['user-agent']?.replaceAll(
    /(aws-sdk-js\/|(?:dynamodb|lambda)#)[\d.]+/g,
    '$1',
  );
  const changing = { 'user-agent': agent, 'x-amz-user-agent': '', 'x-amz-content-sha256': '' };
  const names = authorization?.replace(/Signature=.*/, '').replace(/\/\d{8}\//, '/');
  const each = { date: date?.length, id: String(id).length, token: token?.length };
  return { url, headers: { ...rest, ...changing, 'content-length': '' }, input, names, each };
};

test.each(NAMES)(
  '%s in a bundle sends and returns the same as that of the SDK itself',
  async (name) => {
    const { outcome, requests } = await compare(send(name), answer(200, COMMANDS[name][1]));
    expect(outcome).toMatchObject({ $metadata: { httpStatusCode: 200 } });
    expect(requests).toHaveLength(1);
  },
);

test('a transaction that is sent again has the same token', async () => {
  const answers = [answer(500, {}), answer(200, {})];
  const { requests } = await run(lean, send('TransactWriteCommand'), ...answers);
  const [first, second] = requests.map(({ body }) => JSON.parse(body).ClientRequestToken);
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(second).toBe(first);
});

const PREFIX = 'com.amazonaws.dynamodb.v20120810#';
const CORAL = 'com.amazon.coral.';
const ITEM_TEXT = JSON.stringify({ Item: STORED });
const [HTML, SKEW] = ['<html>Unavailable</html>', 'Date: Wed, 25 Nov 2026 08:00:00 GMT\r\n'];

const refused = (name: string, more: object = {}, status = 400): readonly [string, Answer] => [
  `${status} ${name}`,
  answer(status, { __type: name, message: 'why', ...more }, SKEW),
];
const CHUNKS = [ITEM_TEXT.slice(0, 20), ITEM_TEXT.slice(20), '']
  .map((text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
  .join('');
const CHUNKED = `200 .\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNKS}`;

/** Answers of DynamoDB, and of what may be between it and a function. The clocks of those with an error are late. */
const ANSWERS: readonly (readonly [what: string, Answer])[] = [
  refused(`${PREFIX}ConditionalCheckFailedException`, { Item: STORED }),
  refused(`${PREFIX}TransactionCanceledException`, {
    Message: 'cancelled',
    CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict', Item: STORED }],
  }),
  ...[
    'TransactionConflictException',
    'RequestLimitExceeded',
    'ReplicatedWriteConflictException',
  ].map((name) => refused(PREFIX + name)),
  ...['ProvisionedThroughputExceededException', 'ThrottlingException'].map((name) =>
    refused(PREFIX + name, { ThrottlingReasons: [{ reason: 'TableRead', resource: 'arn:pets' }] }),
  ),
  refused(`${CORAL}validate#ValidationException`),
  refused(`${CORAL}service#ExpiredTokenException:http://a/`, {
    message: undefined,
    Message: 'old',
  }),
  refused('RequestTimeTooSkewed', {}, 403),
  refused(`${PREFIX}InternalServerError`, {}, 500),
  refused(`${CORAL}service#ServiceUnavailable`, {}, 503),
  ['an error in a header', answer(400, '', 'x-amzn-errortype: ThrottlingException:\r\n')],
  ['an error without a name', answer(400, { message: 'why' })],
  ...[200, 503].flatMap((status) => [
    [`${status} with HTML`, answer(status, HTML, 'Content-Type: text/html\r\n')] as const,
    [`${status} without a body`, answer(status, '')] as const,
  ]),
  ['half of the JSON', answer(200, '{"Item":')],
  ['a body cut off', answer(200, ITEM_TEXT).slice(0, -9)],
  ['chunks', CHUNKED],
  ['chunks, cut off', CHUNKED.slice(0, -40)],
  ['a body without a length', `200 .\r\n\r\n${ITEM_TEXT}`],
  ['a header cut off', '200 .\r\nConte'],
];

/** What a caller sees of an error. */
const seen = (error: unknown) => {
  if (!(error instanceof Error)) return error;
  // Random: the SDK's pauses between attempts.
  const { $metadata } = Object(error);
  if ($metadata) $metadata.totalRetryDelay = 0;
  const { name, message, stack: _stack, ...rest } = error;
  return { name, message, ...rest, ...('$fault' in error && { fault: error.$fault }) };
};

test.each(ANSWERS)('an answer has the same outcome, and is asked for as often: %s', (_, text) =>
  compare(send('GetCommand'), text),
);

test.each(ASKED_FOR)('%s is an instance of its class', async (name) => {
  const { outcome } = await run(lean, send('GetCommand'), answer(400, { __type: PREFIX + name }));
  expect(outcome).toBeInstanceOf(Reflect.get(lean.dynamodb, name));
  expect(Object.getPrototypeOf(outcome)).toBe(Reflect.get(lean.dynamodb, name).prototype);
});

test.each([
  [202, ''],
  [404, 'ResourceNotFoundException'],
  [429, 'TooManyRequestsException'],
  [500, 'ServiceException'],
])(
  'Lambda is invoked as the SDK itself does, and %i has the same outcome',
  async (status, name) => {
    const text = answer(status, name && { __type: name, Message: 'why' });
    const [ours, theirs] = await runBoth(invoke, text);
    expect(theirs).toMatchObject(name ? { name } : { StatusCode: 202 });
    // Ours has the name of a class of errors that is left out, and not the members of one.
    const { message, $fault, $metadata } = Object(theirs);
    expect(ours).toMatchObject(name ? { name, message, $fault, $metadata } : Object(theirs));
  },
);

test('the endpoint is that of the SDK itself, in each region, with and without an account', () => {
  const parameters = RegionInfo.regions.flatMap(({ name: Region }) =>
    [
      {},
      ...['preferred', 'required', 'disabled'].map((AccountIdEndpointMode) => ({
        AccountIdEndpointMode,
      })),
    ]
      .flatMap((mode) => [mode, { ...mode, AccountId: '000000000000' }])
      .flatMap((each) => [each, { ...each, Endpoint: 'https://storage.example:8000/path' }])
      .map((each) => ({ Region, ...each })),
  );
  expect(new Set(parameters.map(({ Region }) => Region)).size).toBeGreaterThan(40);
  /** The endpoint for each, or that there is none. */
  const endpointsOf = (sdk: Sdk) =>
    parameters.map((each) => {
      try {
        const { url, properties } = openClient(sdk).config.endpointProvider({ ...each });
        return [each, url.href, properties];
      } catch {
        return [each, 'none'];
      }
    });
  expect(endpointsOf(lean)).toEqual(endpointsOf(unmodified));
});

test.each(['UseFIPS', 'UseDualStack'])('an endpoint for %s is refused', (name) => {
  const endpoint = () =>
    openClient(lean).config.endpointProvider({ Region: 'us-east-1', [name]: true });
  expect(endpoint).toThrow('unset AWS_USE_FIPS_ENDPOINT');
});

test('adaptive retries are refused', async () => {
  const client = openClient(lean, { retryMode: 'adaptive' });
  await expect(client.send(new lean.dynamodb.ListTablesCommand())).rejects.toThrow(
    'left out of bundles',
  );
});

test('each import that is replaced exists, or else the list is out of date', () => {
  const redirected = Object.entries(inputs).flatMap(([importer, { imports }]) =>
    imports.map(({ original, path }) => ({ importer, original, path })),
  );
  const stale = REPLACED_IMPORTS.filter(
    ([end, specifier, to]) =>
      !redirected.some(
        ({ importer, original, path }) =>
          importer.endsWith(`/${end}`) && original === specifier && path.endsWith(`/${to}`),
      ),
  );
  expect(stale).toEqual([]);
});

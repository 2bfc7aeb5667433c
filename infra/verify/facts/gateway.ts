import { randomUUID } from 'node:crypto';
import { ask, inShort, type Question, type Reply, type Service } from './ask.ts';
import type { Fact } from './fact.ts';

type See = Fact<Service>['see'];

/** Facts with one source and one expectation, by their names. */
const facts = (source: string, expected: string, named: Readonly<Record<string, See>>) =>
  Object.entries(named).map(([name, see]) => ({ name, source, expected, see }));

const replyTo =
  (request: string, question?: Question, text = inShort): See =>
  async (service) =>
    text(await ask(service, request, question));

/** Sources differ on the texts of AWS's servers in front of API Gateway. */
const statusOf = ({ status }: Reply): string => String(status);

const spaces = (bytes: number): Question => ({ body: ' '.repeat(bytes) });
const longHeader = (bytes: number): Question => ({ headers: { 'X-Long': 'x'.repeat(bytes) } });

const compareIds = replyTo('/pets/0', {}, ({ headers }) => {
  const ids = [headers.get('X-Request-Id'), headers.get('x-amzn-RequestId')];
  return ids[0] === ids[1] ? 'the same' : ids.join(' and ');
});

const withChosenId = async (service: Service) => {
  const chosen = randomUUID();
  const { headers } = await ask(service, '/pets/0', { headers: { 'x-amzn-RequestId': chosen } });
  return { chosen, seen: headers.get('X-Request-Id'), extended: headers.get('x-amz-apigw-id') };
};

const IDS = 'Developer Guide, "Variables for data transformations for API Gateway"';
const EXTENDED_ID = 'AWS knowledge center, "Collect API Gateway extended request IDs"';
const QUOTAS = 'Lambda and API Gateway Developer Guides, quotas; koki-develop/lgtm-generator#10';
const BINARY = 'Developer Guide, "Binary media types for REST APIs"; ministackorg/ministack#767';
const INPUT = 'Developer Guide, "Input format of a Lambda function for proxy integration"';

/**
 * What API Gateway does with requests and answers. The end-to-end tests, which also run on deployed
 * stages, hold what is not here: routes, keys, scopes, and what is assumed about storage.
 */
export const FACTS: readonly Fact<Service>[] = [
  ...facts('aws-powertools/powertools-lambda-python#1552', '404 pet_not_found', {
    'A slash at the end of a path makes no difference': replyTo('/pets/0/'),
  }),
  ...facts('OWASP/Serverless-Goat#14', '403 {"message":"Forbidden"}', {
    'What is not below the stage is refused in front of API Gateway': (service) =>
      replyTo('/v0/pets')({ ...service, baseUrl: new URL(service.baseUrl).origin }),
  }),
  ...facts(IDS, 'the same', {
    'A function names a request as API Gateway does': compareIds,
    'So does a gateway response': (service) => compareIds({ ...service, apiKey: '' }),
    'A client may choose the request id': async (service) => {
      const { chosen, seen } = await withChosenId(service);
      return seen === chosen ? 'the same' : `another, ${seen}`;
    },
  }),
  ...facts(EXTENDED_ID, 'two ids for two requests', {
    'The extended request id is API Gateway’s own, and in every answer': async (service) => {
      const ids = [await withChosenId(service), await withChosenId(service)];
      const seen = new Set(ids.map(({ extended }) => extended ?? 'none'));
      return seen.size === 2 ? 'two ids for two requests' : [...seen].join();
    },
  }),
  ...facts(QUOTAS, '400 request_too_large', {
    'A body of 4 MB reaches the function': replyTo('POST /pets', spaces(4_000_000)),
  }),
  ...facts(QUOTAS, '413', {
    'A body over 6 MB as base64 is refused': replyTo('POST /pets', spaces(5_000_000), statusOf),
    'A body over 10 MB is refused': replyTo('POST /pets', spaces(10_485_761), statusOf),
  }),
  ...facts(QUOTAS, '200', {
    'Headers of 9,000 bytes are taken': replyTo('/pets', longHeader(9000)),
  }),
  ...facts(QUOTAS, '431', {
    'Headers over 10,240 bytes are refused': replyTo('/pets', longHeader(10_240), statusOf),
  }),
  ...facts(BINARY, '400 invalid_json', {
    'Bytes reach the function as they are, with a parameter after the type': replyTo('POST /pets', {
      body: Buffer.from('{"name":"\xff"}', 'latin1'),
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
    }),
  }),
  ...facts(BINARY, '[', {
    'An answer is text, also where Accept names a binary type': async (service) =>
      (await ask(service, '/pets', { headers: { Accept: 'application/json' } })).text.slice(0, 1),
  }),
  ...facts(INPUT, '400 validation_failed', {
    'All values of a repeated parameter reach the function': replyTo('/pets?limit=5&limit=5'),
    'A parameter without a value reaches the function as an empty one': replyTo('/pets?limit='),
  }),
  ...facts(INPUT, '200', {
    'Escapes in a query are decoded before the function': replyTo('/pets?status=%61vailable'),
  }),
  ...facts(INPUT, 'the base address', {
    'A client cannot change links by X-Forwarded headers': async (service) => {
      const other = service.baseUrl.startsWith('https:') ? 'http' : 'https';
      const headers = { 'X-Forwarded-Proto': other, 'X-Forwarded-Host': 'example.org' };
      const link = (await ask(service, '/pets/0', { headers })).headers.get('Link') ?? 'no link';
      return link.includes(`<${service.baseUrl}/pets`) ? 'the base address' : link;
    },
  }),
  ...facts('Developer Guide, "Important notes for REST APIs"', 'no Server header', {
    'No answer names a server': async (service) =>
      (await ask(service, '/pets/0')).headers.get('Server') ?? 'no Server header',
  }),
];

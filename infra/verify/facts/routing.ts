import { ask, type HttpFact, inShort } from './ask.ts';

/** How API Gateway finds the method for a request. */
export const ROUTING: readonly HttpFact[] = [
  {
    name: 'A slash at the end of a path makes no difference',
    source: 'aws-powertools/powertools-lambda-python#1552, floci-io/floci#1557',
    expected: '200, 404 pet_not_found',
    see: async (service) => {
      const list = await ask(service, '/pets/?limit=1');
      return `${inShort(list)}, ${inShort(await ask(service, '/pets/0/'))}`;
    },
  },
  {
    name: 'The case of a path matters',
    source: 'RFC 9110, "Normalization and Comparison of http(s) URIs"',
    expected: '404 route_not_found',
    see: async (service) => inShort(await ask(service, '/Pets')),
  },
  {
    name: 'A path below {proxy+} reaches a function, and its key is not read as a signature',
    source:
      'Developer Guide, "Set up a proxy integration with a proxy resource"; openillumi.com, "AWS API Gateway Authorization header"',
    expected: '404 route_not_found',
    see: async (service) => inShort(await ask(service, '/nowhere/at/all')),
  },
  {
    name: 'The root is not a path of {proxy+}, and has its own method',
    source: 'Developer Guide, "Set up a proxy integration with a proxy resource"',
    expected: '404 route_not_found',
    see: async (service) => inShort(await ask(service, '/')),
  },
  {
    name: 'ANY takes the methods that a path does not name',
    source: 'Developer Guide, "Set up a proxy integration with an HTTP endpoint"',
    expected: '405 method_not_allowed',
    see: async (service) => inShort(await ask(service, '/pets', { method: 'PUT' })),
  },
  {
    name: 'OPTIONS is a method like others: the gateway answers no preflight by itself',
    source: 'Developer Guide, "CORS for REST APIs in API Gateway"',
    expected: '405 method_not_allowed',
    see: async (service) => inShort(await ask(service, '/pets', { method: 'OPTIONS' })),
  },
  {
    name: 'HEAD is answered without a body',
    source: 'RFC 9110, "HEAD"',
    expected: '405, 0 characters',
    see: async (service) => {
      const { status, text } = await ask(service, '/pets', { method: 'HEAD' });
      return `${status}, ${text.length} characters`;
    },
  },
  {
    name: 'What is not below the stage is refused in front of API Gateway, with no Error of ours',
    source: 'OWASP/Serverless-Goat#14',
    expected: '403 {"message":"Forbidden"}',
    see: async ({ baseUrl, apiKey }) =>
      inShort(await ask({ baseUrl: new URL(baseUrl).origin, apiKey }, '/v0/pets')),
  },
];

import { generateApiKey, KeyPrefix } from '../../../lib/accounts/api-key.ts';
import { ask, type HttpFact, inShort, type Reply } from './ask.ts';

const challenged = (reply: Reply): string =>
  `${inShort(reply)}, ${reply.headers.get('WWW-Authenticate') ?? 'without WWW-Authenticate'}`;

const UNAUTHORIZED = '401 unauthorized, Bearer realm="petstore"';

/** A key that this stage could have issued, and has not. */
const neverIssued = (apiKey: string): string => {
  const prefix = KeyPrefix.options.find((each) => apiKey.startsWith(each));
  return generateApiKey(prefix ?? 'pet_test_');
};

/** How API Gateway treats keys, and the authorizer's answers. */
export const AUTHORIZER: readonly HttpFact[] = [
  {
    name: 'Without a key UNAUTHORIZED is answered, with its headers under their own names',
    source: 'Developer Guide, "Gateway response types for API Gateway"',
    expected: UNAUTHORIZED,
    see: async (service) => challenged(await ask(service, '/pets', { authorization: undefined })),
  },
  {
    name: 'What does not match the expression of the authorizer is UNAUTHORIZED',
    source: 'Developer Guide, "Configure an API Gateway Lambda authorizer": token validation',
    expected: UNAUTHORIZED,
    see: async (service) => challenged(await ask(service, '/pets', { authorization: 'Bearer x' })),
  },
  {
    name: 'An authorizer that throws "Unauthorized" answers UNAUTHORIZED',
    source: 'Developer Guide, "Use API Gateway Lambda authorizers"',
    expected: UNAUTHORIZED,
    see: async (service) => {
      const authorization = `Bearer ${neverIssued(service.apiKey)}`;
      return challenged(await ask(service, '/pets', { authorization }));
    },
  },
  {
    name: 'What looks like a signature of AWS goes to the authorizer too',
    source: 'blog.cheo.dev, "TIL that APIGW can intercept Authorization header values"',
    expected: UNAUTHORIZED,
    see: async (service) => {
      const authorization = 'AWS4-HMAC-SHA256 Credential=x, SignedHeaders=y, Signature=z';
      return challenged(await ask(service, '/pets', { authorization }));
    },
  },
  {
    name: 'A policy that does not allow a method is ACCESS_DENIED, and is kept for other methods',
    source: 'Developer Guide, "Output from an API Gateway Lambda authorizer"',
    expected: '200; 403 insufficient_scope, Bearer error="insufficient_scope"; 200',
    see: async (service) => {
      const authorization = `Bearer ${service.readOnlyKey}`;
      const read = async () => inShort(await ask(service, '/pets?limit=1', { authorization }));
      const write = { method: 'POST', body: '{}', authorization };
      return [await read(), challenged(await ask(service, '/pets', write)), await read()].join(
        '; ',
      );
    },
    needsTestAccount: true,
  },
];

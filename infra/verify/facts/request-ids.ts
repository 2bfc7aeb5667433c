import { randomUUID } from 'node:crypto';
import { ask, type HttpFact, type Service } from './ask.ts';

const SOURCE = 'Developer Guide, "Variables for data transformations for API Gateway"';

const sameIds = async (service: Service, path: string): Promise<string> => {
  const { headers } = await ask(service, path, {
    ...(path === '/pets' && { authorization: undefined }),
  });
  const ours = headers.get('X-Request-Id');
  return ours !== null && ours === headers.get('x-amzn-RequestId') ? 'the same' : 'another';
};

const withChosenId = async (service: Service) => {
  const chosen = randomUUID();
  const { headers } = await ask(service, '/pets/0', { headers: { 'x-amzn-RequestId': chosen } });
  return { chosen, headers };
};

/** The ids of requests. */
export const REQUEST_IDS: readonly HttpFact[] = [
  {
    name: 'A function names a request as API Gateway does',
    source: SOURCE,
    expected: 'the same',
    see: (service) => sameIds(service, '/pets/0'),
  },
  {
    name: 'So does a gateway response',
    source: SOURCE,
    expected: 'the same',
    see: (service) => sameIds(service, '/pets'),
  },
  {
    name: 'A client may choose the request id',
    source: SOURCE,
    expected: 'the one that was sent',
    see: async (service) => {
      const { chosen, headers } = await withChosenId(service);
      const seen = headers.get('X-Request-Id');
      return seen === chosen ? 'the one that was sent' : `another, ${seen}`;
    },
  },
  {
    name: 'The extended request id is API Gateway’s own, and in every answer',
    source: 'AWS knowledge center, "Collect API Gateway extended request IDs"',
    expected: 'two ids for two requests',
    see: async (service) => {
      const ids = [await withChosenId(service), await withChosenId(service)].map(({ headers }) =>
        headers.get('x-amz-apigw-id'),
      );
      if (ids.includes(null)) return 'none';
      return ids[0] === ids[1] ? 'one id' : 'two ids for two requests';
    },
  },
];

import type { Work } from '../../infra/cost/capacity.ts';
import { createEvent, proxyEvent } from '../support/events.ts';

/** What a function is invoked with. */
export interface Invocation {
  /** The function's name, as in the stack. */
  readonly name: string;
  readonly event: unknown;
}

const list = (query: Record<string, string[]>): Invocation => ({
  name: 'listPets',
  event: proxyEvent({ query }),
});

/** An invocation of each kind that the pages of costs and settings tell of; createPet goes first. */
export const workload = (apiKey: string): Readonly<Record<Work | 'unmatched', Invocation>> => ({
  createPet: {
    name: 'createPet',
    event: createEvent(`{"name":"${'x'.repeat(182)}","categoryId":1}`),
  },
  getPet: {
    name: 'getPet',
    event: proxyEvent({
      resource: '/pets/{petId}',
      path: '/pets/1',
      pathParameters: { petId: '1' },
    }),
  },
  list20: list({ limit: ['20'] }),
  list100: list({ limit: ['100'] }),
  list20OfStatus: list({ limit: ['20'], status: ['available'] }),
  list100OfStatus: list({ limit: ['100'], status: ['available'] }),
  createMessage: {
    name: 'createMessage',
    event: createEvent('{"message":"Hello"}', { resource: '/messages' }),
  },
  authorizer: {
    name: 'authorizer',
    event: {
      type: 'TOKEN',
      authorizationToken: `Bearer ${apiKey}`,
      methodArn: 'arn:aws:execute-api:us-east-1:000000000000:abc/v1/GET/pets',
    },
  },
  unmatched: { name: 'unmatched', event: proxyEvent({ method: 'DELETE' }) },
});

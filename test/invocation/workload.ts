import { operations } from '../../functions/operations.ts';
import { examplesOf } from '../../infra/docs/openapi/example-request.ts';
import { createEvent, proxyEvent } from '../support/events.ts';
import {
  eventOf,
  nameOfExample,
  prepareExample,
  type SendExample,
  statusOf,
} from '../support/examples.ts';

/** Something that the pages of costs and settings name. */
export interface Work {
  readonly what: string;
  /** The function's name, as in the stack. */
  readonly name: string;
  /** What it answers; the authorizer's answer has no status. */
  readonly status: number | undefined;
  /** Makes the next event. What must be there for it, such as a pet to delete, is there by then. */
  readonly next: () => Promise<unknown>;
}

const again =
  (event: unknown): Work['next'] =>
  async () =>
    event;

const list = (what: string, query: Record<string, string[]>): Work => ({
  what,
  name: 'listPets',
  status: 200,
  next: again(proxyEvent({ query })),
});

const listByIds = (what: string, count: number): Work =>
  list(what, { ids: [Array.from({ length: count }, (_, index) => index + 1).join()] });

const listOrders = (what: string, query: Record<string, string[]>): Work => ({
  what,
  name: 'listOrders',
  status: 200,
  next: again(proxyEvent({ resource: '/store/orders', query })),
});

/** Lists of orders; cancelOrder and completeOrder go before, and make pages. */
const ORDER_LISTS: readonly Work[] = [
  listOrders('listOrders20', { limit: ['20'] }),
  listOrders('listOrders100', { limit: ['100'] }),
  listOrders('listOrders20OfStatus', { limit: ['20'], status: ['completed'] }),
  listOrders('listOrders100OfStatus', { limit: ['100'], status: ['completed'] }),
];

/** Work with things of known sizes; createPet goes first, and makes a page. */
const sized = (apiKey: string): readonly Work[] => [
  {
    what: 'createPet',
    name: 'createPet',
    status: 201,
    next: again(createEvent(`{"name":"${'x'.repeat(182)}","categoryId":1}`)),
  },
  {
    what: 'getPet',
    name: 'getPet',
    status: 200,
    next: again(
      proxyEvent({ resource: '/pets/{petId}', path: '/pets/1', pathParameters: { petId: '1' } }),
    ),
  },
  list('list20', { limit: ['20'] }),
  list('list100', { limit: ['100'] }),
  list('list20OfStatus', { limit: ['20'], status: ['available'] }),
  list('list100OfStatus', { limit: ['100'], status: ['available'] }),
  list('list20OfCategory', { limit: ['20'], categoryId: ['1'] }),
  list('list100OfCategory', { limit: ['100'], categoryId: ['1'] }),
  listByIds('list1ById', 1),
  listByIds('list20ByIds', 20),
  listByIds('list100ByIds', 100),
  {
    what: 'createMessage',
    name: 'createMessage',
    status: 202,
    next: again(createEvent('{"message":"Hello"}', { resource: '/messages' })),
  },
  {
    what: 'authorizer',
    name: 'authorizer',
    status: undefined,
    next: again({
      type: 'TOKEN',
      authorizationToken: `Bearer ${apiKey}`,
      methodArn: 'arn:aws:execute-api:us-east-1:000000000000:abc/v1/GET/pets',
    }),
  },
  {
    what: 'unmatched',
    name: 'unmatched',
    status: 405,
    next: again(proxyEvent({ method: 'DELETE' })),
  },
];

/** Examples that are work of a different name than their operation. */
const NAMES: Readonly<Record<string, string>> = {
  'updatePet.renamed': 'updatePet',
  'updatePet.sold': 'updatePetStatus',
};

/** The first example of every operation that is not known, and those that have a name. Without an idempotency key. */
const exampleWork = (send: SendExample, known: readonly Work[]): readonly Work[] =>
  operations
    .filter(({ operationId }) => !known.some(({ name }) => name === operationId))
    .flatMap((contract) =>
      examplesOf(contract).filter((named, nth) => nth === 0 || nameOfExample(named) in NAMES),
    )
    .map((named) => {
      const { operationId, method } = named.contract;
      const prepare = async () => {
        const request = await prepareExample(named, send);
        const { 'Idempotency-Key': _, ...headers } = request.headers;
        return eventOf({ ...request, headers });
      };
      let kept: Promise<unknown> | undefined;
      const next = () => {
        if (method !== 'GET') return prepare();
        kept ??= prepare();
        return kept;
      };
      const what = NAMES[nameOfExample(named)] ?? operationId;
      return { what, name: operationId, status: statusOf(named), next };
    });

/** All that there is to measure. */
export const workload = (apiKey: string, send: SendExample): readonly Work[] => {
  const pets = sized(apiKey);
  return [...pets, ...exampleWork(send, [...pets, ...ORDER_LISTS]), ...ORDER_LISTS];
};

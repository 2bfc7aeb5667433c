import type { paths } from './openapi.ts';
import type { MethodOf, OutputOf } from './operation-types.ts';
import type { Category, Message, Order, OrderEvent, Pet, PetEvent, Webhook } from './types.ts';

/** Whether a body is what an operation answers. */
export type IsAnswer<Body> = (body: unknown) => body is Body;

/** The type of each member that is always there. */
type Members<Thing> = {
  readonly [Name in keyof Thing as undefined extends Thing[Name]
    ? never
    : Name]: Thing[Name] extends bigint ? 'bigint' : Thing[Name] extends string ? 'string' : never;
};

const thing =
  <Thing extends object>(members: Members<Thing>): IsAnswer<Thing> =>
  (body): body is Thing => {
    if (typeof body !== 'object' || body === null) return false;
    const values = new Map<string, unknown>(Object.entries(body));
    return Object.entries(members).every(([name, type]) => typeof values.get(name) === type);
  };

const list =
  <Item>(isItem: IsAnswer<Item>): IsAnswer<Item[]> =>
  (body): body is Item[] =>
    Array.isArray(body) && body.every(isItem);

const nothing: IsAnswer<undefined> = (body) => body === undefined;

const category = thing<Category>({ id: 'bigint', name: 'string' });
const message = thing<Message>({
  id: 'string',
  message: 'string',
  status: 'string',
  createdAt: 'string',
});
const order = thing<Order>({
  id: 'bigint',
  petId: 'bigint',
  status: 'string',
  role: 'string',
  createdAt: 'string',
  updatedAt: 'string',
});
const pet = thing<Pet>({ id: 'bigint', name: 'string', categoryId: 'bigint', status: 'string' });
const webhook = thing<Webhook>({
  id: 'string',
  url: 'string',
  about: 'string',
  status: 'string',
  delivered: 'bigint',
  createdAt: 'string',
});

/** Of an event whose type is not known yet, nobody knows its data. */
const event: IsAnswer<OrderEvent | PetEvent> = (body): body is OrderEvent | PetEvent =>
  thing<Pick<PetEvent, 'createdAt' | 'position' | 'type'>>({
    position: 'bigint',
    type: 'string',
    createdAt: 'string',
  })(body) &&
  'data' in body &&
  typeof body.data === 'object' &&
  body.data !== null;

/** The answer of each operation. Members and statuses that the service adds later are no mistake. */
export const ANSWERS: {
  readonly [Path in keyof paths]: {
    readonly [Method in MethodOf<Path>]: IsAnswer<OutputOf<Path, Method>>;
  };
} = {
  '/categories': { GET: list(category) },
  '/categories/{categoryId}': { GET: category, PUT: category, DELETE: nothing },
  '/events': { GET: list(event) },
  '/messages': { POST: message },
  '/pets': { GET: list(pet), POST: pet },
  '/pets/{petId}': { GET: pet, PATCH: pet, DELETE: nothing },
  '/store/orders': { GET: list(order), POST: order },
  '/store/orders/{orderId}': { GET: order },
  '/store/orders/{orderId}/cancel': { POST: order },
  '/store/orders/{orderId}/complete': { POST: order },
  '/webhooks': { GET: list(webhook), POST: webhook },
  '/webhooks/{webhookId}': { GET: webhook, PATCH: webhook, DELETE: nothing },
};

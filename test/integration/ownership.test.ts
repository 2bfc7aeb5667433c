import { afterAll, describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { cancelOrderHandler } from '../../functions/cancel-order/handler.ts';
import { completeOrderHandler } from '../../functions/complete-order/handler.ts';
import { createPetHandler } from '../../functions/create-pet/handler.ts';
import { buildCreatePet } from '../../functions/create-pet/store.ts';
import { deletePetHandler } from '../../functions/delete-pet/handler.ts';
import { getOrderHandler } from '../../functions/get-order/handler.ts';
import { getPetHandler } from '../../functions/get-pet/handler.ts';
import { listOrdersHandler } from '../../functions/list-orders/handler.ts';
import { placeOrderHandler } from '../../functions/place-order/handler.ts';
import { updatePetHandler } from '../../functions/update-pet/handler.ts';
import { parseJson } from '../../lib/values/json.ts';
import { openEngine } from '../support/engine.ts';
import { type EventOptions, proxyEvent } from '../support/events.ts';
import { orderStore } from '../support/stored-orders.ts';
import { OUTSIDER, OWNER, petStore, STRANGER } from '../support/stored-pets.ts';

const ACCOUNTS = [OWNER, STRANGER];
const PAIRS = ACCOUNTS.flatMap((of) => ACCOUNTS.map((by) => ({ of, by })));

const engine = await openEngine();
afterAll(() => engine.close());

const pets = petStore(engine);
const orders = orderStore(engine);
const handlers = {
  createPet: createPetHandler(buildCreatePet(engine.client, engine.tables)),
  getPet: getPetHandler(pets.get, 'https://docs.petstore.example'),
  updatePet: updatePetHandler(pets.update),
  deletePet: deletePetHandler(pets.remove),
  placeOrder: placeOrderHandler(orders.placeOrder),
  getOrder: getOrderHandler(orders.get),
  listOrders: listOrdersHandler(orders.list),
  completeOrder: completeOrderHandler(orders.complete),
  cancelOrder: cancelOrderHandler(orders.cancel),
};

/** Sends a request with a key of an account. */
const send = async (
  name: keyof typeof handlers,
  accountId: string,
  options: EventOptions = {},
): Promise<APIGatewayProxyResult & { readonly code?: unknown; readonly id: bigint }> => {
  const headers = { 'Content-Type': 'application/json', ...options.headers };
  const event: APIGatewayProxyEvent = proxyEvent({ ...options, headers });
  event.requestContext.authorizer = { principalId: accountId, accountId };
  const context = { getRemainingTimeInMillis: () => 10_000 } as Context;
  const result = await handlers[name](event, context);
  const body = result.body === '' ? {} : (parseJson(result.body) as { code?: unknown; id: bigint });
  return { ...result, id: 0n, ...body };
};

const createPet = (accountId: string) =>
  send('createPet', accountId, { body: '{"name":"Rex","categoryId":1}' });
const onPet = (petId: bigint, options: EventOptions = {}) => ({
  pathParameters: { petId: `${petId}` },
  ...options,
});
const place = (accountId: string, petId: bigint, key?: string) =>
  send('placeOrder', accountId, {
    resource: '/store/orders',
    body: `{"petId":${petId}}`,
    ...(key && { headers: { 'Idempotency-Key': key } }),
  });
const onOrder = (id: bigint) => ({
  resource: '/store/orders/{orderId}',
  pathParameters: { orderId: `${id}` },
});

describe.each(PAIRS)('with what belongs to $of, $by', ({ of, by }) => {
  const own = of === by;

  test('sees every pet, and changes and deletes only its own', async () => {
    const { id } = await createPet(of);
    const seen = await send('getPet', by, onPet(id));
    expect(seen.statusCode).toBe(200);
    expect(seen.body).not.toContain('acct_');
    // What the owner is answered to each, in this order: the last delete finds nothing.
    const answers = { updatePet: [412, 200, 200], deletePet: [412, 204, 404] } as const;
    const sent = [{ 'If-Match': '"other"' }, { 'If-Match': '*' }, {}];
    for (const name of ['updatePet', 'deletePet'] as const) {
      for (const [index, headers] of sent.entries()) {
        const { statusCode, code } = await send(name, by, onPet(id, { body: '{}', headers }));
        if (own) expect(statusCode).toBe(answers[name][index]);
        else expect([statusCode, code]).toEqual([403, 'not_owner']);
      }
    }
    expect((await send('getPet', by, onPet(id))).statusCode).toBe(own ? 404 : 200);
  });

  test('orders every pet; both sides see and close the order, and nobody else', async () => {
    const { id: petId } = await createPet(of);
    const { id } = await place(by, petId);
    const none = [404, 'order_not_found'];
    const closed = [409, 'order_closed'];
    const ok = [200, undefined];
    const answers = [
      [OUTSIDER, 'getOrder', none],
      [OUTSIDER, 'completeOrder', none],
      [OUTSIDER, 'cancelOrder', none],
      [by, 'getOrder', ok],
      [by, 'completeOrder', own ? ok : [403, 'not_owner']],
      [of, 'getOrder', ok],
      [of, 'completeOrder', ok],
      [of, 'cancelOrder', closed],
      [by, 'cancelOrder', closed],
    ] as const;
    for (const [accountId, name, expected] of answers) {
      const { statusCode, code, body } = await send(name, accountId, onOrder(id));
      expect([accountId, name, statusCode, code]).toEqual([accountId, name, ...expected]);
      expect(body).not.toContain('acct_');
      if (statusCode === 200)
        expect(parseJson(body)).toMatchObject({ role: accountId === of ? 'owner' : 'customer' });
    }
    for (const [accountId, query] of [of, by, OUTSIDER].flatMap((each) =>
      [{}, { status: ['completed'] }].map((query) => [each, query] as const),
    )) {
      const { body } = await send('listOrders', accountId, { resource: '/store/orders', query });
      expect(body.includes(`{"id":${id},`)).toBe(accountId !== OUTSIDER);
      expect(body).not.toContain('acct_');
    }
  });

  test('has its own idempotency keys', async () => {
    const key = crypto.randomUUID();
    const { id: petId } = await createPet(of);
    const first = await place(of, petId, key);
    const again = await place(by, petId, key);
    expect(again.statusCode).toBe(own ? 201 : 409);
    expect(again.id).toBe(own ? first.id : 0n);
  });

  test('reads its own orders by whatever cursor', async () => {
    for (const accountId of [of, by, of, by]) {
      await place(accountId, (await createPet(of)).id);
    }
    const options = { resource: '/store/orders', query: { limit: ['1'] } };
    const link = String((await send('listOrders', of, options)).headers?.['Link']);
    const cursor = new URL(/<(.+)>/.exec(link)?.[1] ?? '').searchParams.get('cursor') ?? '';
    const query = { limit: ['100'], cursor: [cursor] };
    const { body } = await send('listOrders', by, { resource: '/store/orders', query });
    const read = parseJson(body) as { id: bigint }[];
    expect(read.length).toBeGreaterThan(0);
    for (const { id } of read) {
      expect((await send('getOrder', by, onOrder(id))).statusCode).toBe(200);
    }
  });
});

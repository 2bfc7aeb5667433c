/** Uses the client that openapi-ts generates: one pet from its creation to its sale, and errors. */
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { createClient } from './petstore/client/index.ts';
import * as petStore from './petstore/index.ts';

/** Its numbers are JavaScript's: it would round ids beyond this one. */
const categoryId = Number.MAX_SAFE_INTEGER;

const client = (address: string, key: string) =>
  createClient({ baseUrl: process.env[address], auth: process.env[key] });

/** The body of an answer that has a status. */
const got = async <Body>(
  status: number,
  sent: Promise<{ data?: Body; error?: unknown; response?: Response }>,
): Promise<Body> => {
  const { data, error, response } = await sent;
  assert.equal(response?.status, status, JSON.stringify(error));
  assert.ok(data !== undefined);
  return data;
};

const refused = async (code: string, sent: Promise<{ error?: petStore.Error }>): Promise<void> =>
  assert.equal((await sent).error?.code, code);

const owner = client('BASE_URL', 'API_KEY');
const customer = client('BASE_URL', 'CUSTOMER_KEY');

const quickstart = client('QUICKSTART_URL', 'API_KEY');
const hello = await got(
  202,
  petStore.createMessage({ client: quickstart, body: { message: 'Hello' } }),
);
assert.equal(hello.status, 'queued');

const rex = await got(
  201,
  petStore.createPet({ client: owner, body: { name: 'Rex', categoryId } }),
);
assert.deepEqual(rex, { id: rex.id, name: 'Rex', categoryId, status: 'available' });
const path = { petId: rex.id };
assert.deepEqual(await got(200, petStore.getPet({ client: owner, path })), rex);
const found = await petStore.listPets({ client: owner, query: { ids: [rex.id] } });
assert.deepEqual(found.data, [rex]);
const headers = { 'If-Match': found.response?.headers.get('ETag') ?? '' };
const bella = await got(
  200,
  petStore.updatePet({ client: owner, path, headers, body: { name: 'Bella' } }),
);
assert.equal(bella.name, 'Bella');
await refused(
  'precondition_failed',
  petStore.updatePet({ client: owner, path, headers, body: { name: 'Max' } }),
);

const dogs = { client: owner, path: { categoryId } };
const onlyNew = { headers: { 'If-None-Match': '*' }, body: { name: 'Dogs' } };
const category = await got(201, petStore.putCategory({ ...dogs, ...onlyNew }));
assert.deepEqual(await got(200, petStore.getCategory(dogs)), category);
assert.deepEqual(await got(200, petStore.listCategories({ client: owner })), [category]);
await got(204, petStore.deleteCategory(dogs));

const tom = await got(
  201,
  petStore.createPet({ client: owner, body: { name: 'Tom', categoryId: 2 } }),
);
const placed = await got(201, petStore.placeOrder({ client: customer, body: { petId: tom.id } }));
await got(200, petStore.cancelOrder({ client: customer, path: { orderId: placed.id } }));
await got(204, petStore.deletePet({ client: owner, path: { petId: tom.id } }));

const order = await got(201, petStore.placeOrder({ client: customer, body: { petId: rex.id } }));
const orderPath = { orderId: order.id };
assert.deepEqual(await got(200, petStore.getOrder({ client: customer, path: orderPath })), order);
assert.deepEqual(
  await got(200, petStore.listOrders({ client: customer, query: { status: 'placed' } })),
  [order],
);
const completed = await got(200, petStore.completeOrder({ client: owner, path: orderPath }));
assert.equal(completed.status, 'completed');

let events: petStore.Events = [];
for (let attempt = 0; attempt < 50 && events.length === 0; attempt += 1) {
  await setTimeout(200);
  events = await got(200, petStore.listEvents({ client: owner }));
}
assert.equal(events[0]?.type, 'pet.created');

const newWebhook = {
  client: owner,
  headers: { 'Idempotency-Key': 'typescript' },
  body: { url: 'https://hooks.shop.example/pets', secret: `whsec_${'A'.repeat(32)}` },
};
const webhook = await got(201, petStore.createWebhook(newWebhook));
assert.deepEqual(await got(201, petStore.createWebhook(newWebhook)), webhook);
const hook = { client: owner, path: { webhookId: webhook.id } };
assert.equal((await got(200, petStore.getWebhook(hook))).url, newWebhook.body.url);
const webhooks = await got(200, petStore.listWebhooks({ client: owner }));
assert.deepEqual(
  webhooks.map(({ id }) => id),
  [webhook.id],
);
const disabled = { status: 'disabled', delivered: events[0]?.position } as const;
const changed = await got(200, petStore.updateWebhook({ ...hook, body: disabled }));
assert.deepEqual({ ...changed, ...disabled }, changed);
await got(204, petStore.deleteWebhook(hook));
await refused('webhook_not_found', petStore.getWebhook(hook));

const { key: asking } = await got(200, petStore.getAccount({ client: owner }));
const keys = await got(200, petStore.listKeys({ client: owner }));
assert.ok(keys.some(({ id }) => id === asking.id));
const key = await got(201, petStore.createKey({ client: owner, body: { name: 'typescript' } }));
const atOnce = { client: owner, path: { keyId: key.id }, body: { overlapHours: 0 } };
const rolled = await got(201, petStore.rollKey(atOnce));
assert.notEqual(rolled.apiKey, key.apiKey);
await got(204, petStore.revokeKey({ client: owner, path: { keyId: rolled.id } }));

const nameless = { name: '', categoryId: 1 };
await refused('validation_failed', petStore.createPet({ client: owner, body: nameless }));
const stub = client('STUB_URL', 'API_KEY');
await refused('code_of_tomorrow', petStore.createPet({ client: stub, body: nameless }));

import { join } from 'node:path';
import * as z from 'zod';
import { operations } from '../../../../functions/operations.ts';
import { partsOf } from '../../../../infra/docs/generate/operation-parts.ts';
import type { Contract } from '../../../../lib/http/contract.ts';
import { createAccount, HIGHEST, limitDemo } from '../../../support/local-accounts.ts';
import { startLocalServer } from '../../../support/local-server.ts';

export const DOCUMENT = join(import.meta.dirname, '../../../../infra/docs/openapi/openapi.json');

/** A whole number that a double rounds: the category of a pet that every client reads. */
export const BEYOND_DOUBLE = '9007199254740993';

/** A call of an operation, as every generated client makes it. */
export interface Call {
  readonly contract: Contract;
  readonly client: 'customer' | 'owner' | 'quickstart' | 'stub';
  /** The path parameter, with its value as a literal. */
  readonly id: readonly [name: string, literal: string] | undefined;
  /** The names of parameters that may be left out, in order. */
  readonly optional: readonly string[];
  readonly hasQuery: boolean;
  readonly ids: readonly number[] | undefined;
  /** The body, with the name of its schema. */
  readonly body: { readonly schema: string; readonly json: string } | undefined;
}

/** What differs from one call of an operation to the next. */
interface Values {
  /** @default 'owner' */
  readonly client?: Call['client'];
  readonly id?: number | string;
  readonly ids?: readonly number[];
  readonly body?: object;
}

const call = (operationId: string, values: Values = {}): Call => {
  const contract = operations.find((each) => each.operationId === operationId);
  if (contract === undefined) throw new Error(`There is no operation ${operationId}.`);
  const { path, query, headers, body } = partsOf(contract);
  const schema = String(body?.['$ref']).split('/').at(-1) ?? '';
  return {
    contract,
    client: values.client ?? 'owner',
    id: path[0] && [path[0].name, JSON.stringify(values.id)],
    optional: [
      ...[...query.map(({ name }) => name), ...headers],
      ...(contract.request.idempotencyKey ? ['Idempotency-Key'] : []),
    ],
    hasQuery: query.length > 0,
    ids: values.ids,
    body: body && { schema, json: JSON.stringify(values.body) },
  };
};

const Made = z.object({ id: z.union([z.number(), z.string()]) });

/** A local server with things to call operations for. */
export const startFilledServer = async (dataDir: string) => {
  const server = await startLocalServer({ dataDir });
  await limitDemo(dataDir, HIGHEST);
  const customerKey = (await createAccount(dataDir, 'Customer')).apiKey;
  const send = async <Id>(path: string, body: string, key = server.apiKey): Promise<Id> => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const answer = await fetch(server.baseUrl + path, { method: 'POST', headers, body });
    return Made.parse(await answer.json()).id as Id;
  };
  const pet = () => send<number>('/pets', `{"name":"Rex","categoryId":${BEYOND_DOUBLE}}`);
  const order = async () => send<number>('/store/orders', `{"petId":${await pet()}}`, customerKey);
  const key = () => send<string>('/keys', '{"name":"for a client"}');
  const newWebhook = {
    url: 'https://hooks.shop.example/pets',
    secret: `whsec_${'A'.repeat(32)}`,
    types: ['pet.created'],
  };
  const id = await pet();
  const [completed, cancelled] = [{ id: await order() }, { id: await order() }];
  const webhook = { id: await send<string>('/webhooks', JSON.stringify(newWebhook)) };
  const category = { id: 7 };
  const customer = { client: 'customer' } as const;
  /** All operations. */
  const calls = [
    call('createMessage', { client: 'quickstart', body: { message: 'Hello' } }),
    call('createPet', { body: { name: 'Tom', categoryId: 2, status: 'available' } }),
    call('updatePet', { id, body: { name: 'Bella' } }),
    call('listPets', { ids: [id, id + 1] }),
    call('getPet', { id }),
    call('putCategory', { ...category, body: { name: 'Dogs' } }),
    call('getCategory', category),
    call('listCategories'),
    call('deleteCategory', category),
    call('placeOrder', { ...customer, body: { petId: id } }),
    call('getOrder', { ...customer, ...completed }),
    call('listOrders', customer),
    call('completeOrder', completed),
    call('cancelOrder', { ...customer, ...cancelled }),
    call('deletePet', { id: await pet() }),
    call('listEvents'),
    call('createWebhook', { body: newWebhook }),
    call('getWebhook', webhook),
    call('listWebhooks'),
    call('updateWebhook', { ...webhook, body: { status: 'disabled' } }),
    call('deleteWebhook', webhook),
    call('getAccount'),
    call('listKeys'),
    call('createKey', { body: { name: 'of a client' } }),
    call('rollKey', { id: await key(), body: { overlapHours: 0 } }),
    call('revokeKey', { id: await key() }),
  ];
  const env = {
    BASE_URL: server.baseUrl,
    QUICKSTART_URL: server.quickstartUrl,
    API_KEY: server.apiKey,
    CUSTOMER_KEY: customerKey,
  };
  return { server, calls, getPet: call('getPet', { id }), env };
};

/** What every client sends to a server of tomorrow: it answers an unknown error code, type of event, and status. */
export const TOMORROW = {
  createPet: call('createPet', { client: 'stub', body: { name: 'Rex', categoryId: 1 } }),
  listEvents: call('listEvents', { client: 'stub' }),
  listPets: call('listPets', { client: 'stub' }),
};

import { afterAll, expect, test } from '@jest/globals';
import { open as openAuthorizer } from '../../functions/authorizer/handler.ts';
import { buildDeliver } from '../../functions/deliver-webhook/deliver.ts';
import { buildListStored } from '../../functions/deliver-webhook/list-stored.ts';
import { buildSend } from '../../functions/deliver-webhook/send.ts';
import { buildDeliveryStore } from '../../functions/deliver-webhook/store.ts';
import { operations } from '../../functions/operations.ts';
import { buildWakeStore } from '../../functions/wake-webhooks/store.ts';
import { examplesOf } from '../../infra/openapi/document/example-request.ts';
import { disableWebhook } from '../../infra/operator/accounts/webhooks.ts';
import { buildRecordUse } from '../../lib/accounts/record-last-use.ts';
import { keyAttributes, type TableName, tableNames } from '../../lib/storage/tables.ts';
import { type ExampleRequest, prepareExample, type SendExample } from '../support/examples.ts';
import { openTables } from '../support/open-tables.ts';
import { openOperations } from '../support/operations-in-process.ts';
import { webhookStorage } from '../support/stored-webhooks.ts';
import { startStubService } from '../support/stub-service.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';

/**
 * After a release is taken back, the version before writes to items that have attributes of the version after: each
 * writer has to keep them. Only the log of events is written whole, by recordEvents.
 */

const engine = await openTables();
const { client, tables } = engine;
const stage = openTestStage(engine);
const addCaller = await openOperations(engine);
const webhooks = webhookStorage(engine);
const receiver = await startStubService();
afterAll(() => receiver.close());

type Item = Readonly<Record<string, unknown>>;

/** An attribute that no version has. */
const UNKNOWN = { ofLater: 'kept' };

/** Every item of the stage, by its table and key. */
const stored = async (see = async (_name: TableName, item: Item) => item) => {
  const items = new Map<string, Item>();
  for (const name of tableNames())
    for (const item of await engine.all(name)) {
      const key = [name, ...keyAttributes(name).map((part) => item[part])].join(' ');
      items.set(key, await see(name, item));
    }
  return items;
};

/** Gives an item the attribute. */
const mark = async (name: TableName, item: Item): Promise<Item> => {
  if ('ofLater' in item) return item;
  const key = Object.fromEntries(keyAttributes(name).map((part) => [part, item[part]]));
  await engine.update(name, key, UNKNOWN);
  return { ...item, ...UNKNOWN };
};

/** Marks everything, does some work, and expects that it wrote something, and that what is still there has its mark. */
const expectKept = async (work: () => Promise<unknown>, writes = true): Promise<void> => {
  const before = await stored(mark);
  await work();
  const after = await stored();
  if (writes) expect(after).not.toEqual(before);
  const lost = [...before.keys()].filter((key) => !(after.get(key) ?? UNKNOWN)['ofLater']);
  expect(lost).toEqual([]);
};

const writers = operations.filter(({ method }) => method !== 'GET');
test.each(writers)('$operationId keeps attributes that it does not know', async (contract) => {
  const prepared: (readonly [SendExample, ExampleRequest])[] = [];
  for (const named of examplesOf(contract)) {
    const send = await addCaller();
    prepared.push([send, await prepareExample(named, send)]);
  }
  await expectKept(async () => {
    for (const [send, request] of prepared)
      expect((await send(request)).status).toBe(request.status);
  });
  // It finds what it wrote before.
  await expectKept(() => Promise.all(prepared.map(([send, request]) => send(request))), false);
});

test('so do the authorizer, deliveries and operators’ commands', async () => {
  const { find, accounts } = stage;
  const { apiKey, key } = await issueTestKey(stage);
  const authorize = openAuthorizer(
    { find, recordUse: buildRecordUse(client, tables) },
    'pet_test_',
  );
  const authorizationToken = `Bearer ${apiKey}`;
  await expectKept(() =>
    authorize({ type: 'TOKEN', authorizationToken, methodArn: 'a/v1/GET/pets' }),
  );

  const webhook = await webhooks.create({ url: receiver.url });
  const store = buildDeliveryStore(client, tables);
  const [list, send] = [buildListStored(client, tables), buildSend(true)];
  await expectKept(() => buildWakeStore(client, tables).wake(webhook));
  await expectKept(() => buildDeliver({ store, list, send })(webhook));
  await expectKept(() => disableWebhook(stage, webhook));

  await expectKept(() => accounts.limit(key.accountId, 'bulk', 'tester'));
  await expectKept(() => stage.keys.revoke(key, 'tester'));
  await expectKept(() => accounts.close(key.accountId, 'tester'));
});

import { GetCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  buildCreateWebhook,
  type CreateWebhook,
  type OwnedNewWebhook,
} from '../../functions/create-webhook/store.ts';
import { buildDeleteWebhook } from '../../functions/delete-webhook/store.ts';
import { buildListWebhooks } from '../../functions/list-webhooks/store.ts';
import { RequestError } from '../../lib/errors/request-error.ts';
import { StorageTimeoutError, StorageUnavailableError } from '../../lib/errors/storage-errors.ts';
import { logName } from '../../lib/events/log-head.ts';
import { WEBHOOKS_BY_DUE, WEBHOOKS_BY_LOG } from '../../lib/storage/tables.ts';
import { buildGetWebhook } from '../../lib/webhooks/get-webhook.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { openLostAnswers } from '../support/lost-answers.ts';
import { newSecret, newWebhook, webhookStorage } from '../support/stored-webhooks.ts';

let engine: TestEngine;
let create: CreateWebhook;
let stored: ReturnType<typeof webhookStorage>;

beforeAll(async () => {
  engine = await openEngine();
  create = buildCreateWebhook(engine.client, engine.tables);
  stored = webhookStorage(engine);
});
afterAll(() => engine.close());

const listOf = (accountId: string) =>
  buildListWebhooks(engine.client, engine.tables.webhooks)(accountId);

const remove = (accountId: string, id: string) =>
  buildDeleteWebhook(engine.client, engine.tables)(id, { accountId, ifMatch: undefined });

/** Creates it, and says how that ended: with an id, or a code. Where storage is busy, it tries again as a client does. */
const outcomeOf = async (input: OwnedNewWebhook, key: string): Promise<string> => {
  for (;;) {
    try {
      return (await create(input, { accountId: input.accountId, key })).item.id;
    } catch (error) {
      if (error instanceof RequestError) return error.code;
      if (!(error instanceof StorageUnavailableError)) throw error;
    }
  }
};

/** The count that the account's limit goes by. */
const countOf = async (accountId: string) => {
  const { Item } = await engine.client.send(
    new GetCommand({
      TableName: engine.tables.webhooks,
      Key: { accountId, id: 'count' },
      ConsistentRead: true,
    }),
  );
  return Item?.['webhooks'];
};

describe('a new webhook', () => {
  test('begins where its log ends, and is to be looked at now', async () => {
    const accountId = 'acct_begins';
    await stored.setLog(logName('orders', accountId), 3n, 7n);
    const before = BigInt(Date.now());
    const webhook = await stored.create({ accountId, about: 'orders', types: ['order.placed'] });
    expect(webhook).toMatchObject({
      id: expect.stringMatching(/^whk_[0-9A-Za-z]{16}$/),
      delivered: 7n,
      status: 'enabled',
      types: ['order.placed'],
    });
    const item = await stored.read(webhook);
    expect(item).toEqual({
      ...webhook,
      log: 'orders#acct_begins',
      due: 'due',
      dueAt: BigInt(Date.parse(webhook.createdAt)),
      enabledAt: BigInt(Date.parse(webhook.createdAt)),
      pending: { id: expect.stringMatching(/^msg_\w{16}$/), last: 7n, digest: expect.any(String) },
      asked: true,
    });
    expect(item?.dueAt).toBeGreaterThanOrEqual(before);
  });

  test('begins at 0 where nothing has happened yet', async () => {
    expect(await stored.create({ about: 'orders' })).toMatchObject({ delivered: 0n });
  });

  test('is in the index of its log, and of those that are due, with its key alone', async () => {
    const webhook = await stored.create({ about: 'orders' });
    const { accountId, id } = webhook;
    const log = logName('orders', accountId);
    const find = async (IndexName: string, name: string, value: string) => {
      const { Items = [] } = await engine.client.send(
        new QueryCommand({
          TableName: engine.tables.webhooks,
          IndexName,
          KeyConditionExpression: '#name = :value',
          ExpressionAttributeNames: { '#name': name },
          ExpressionAttributeValues: { ':value': value },
        }),
      );
      return Items.filter((item) => item['id'] === id);
    };
    expect(await find(WEBHOOKS_BY_LOG, 'log', log)).toEqual([{ accountId, id, log }]);
    expect(await find(WEBHOOKS_BY_DUE, 'due', 'due')).toEqual([
      { accountId, id, due: 'due', dueAt: BigInt(Date.parse(webhook.createdAt)) },
    ]);
  });

  test('keeps its secret in a table of its own', async () => {
    const secret = newSecret();
    const { id } = await stored.create({ secret });
    expect(await stored.readSecrets(id)).toEqual({ secret });
  });
});

describe('the limit of ten', () => {
  test('holds under thirty creates at once, each sent twice with its idempotency key', async () => {
    const input = newWebhook();
    const { accountId } = input;
    const requests = Array.from({ length: 30 }, (_, index) => `key-${index}`);
    const outcomes = await Promise.all(
      [...requests, ...requests].map(async (key) => [key, await outcomeOf(input, key)] as const),
    );
    const byKey = Map.groupBy(outcomes, ([key]) => key);
    const ids = new Set(outcomes.map(([, outcome]) => outcome).filter((each) => each !== LIMIT));
    const listed = await listOf(accountId);
    expect(listed.map(({ id }) => id)).toEqual([...ids].sort());
    expect(listed).toHaveLength(10);
    expect(await countOf(accountId)).toBe(10n);
    // Twice the same key: twice the same webhook. None was created and then said to be too many.
    for (const [, group] of byKey) {
      const own = new Set(group.map(([, outcome]) => outcome));
      expect(own.size).toBe(1);
    }
  });

  test('is for each account, and goes by what there is', async () => {
    const input = newWebhook();
    const { accountId } = input;
    const outcomes: string[] = [];
    for (let index = 0; index < 11; index += 1) {
      outcomes.push(await outcomeOf(input, `first-${index}`));
    }
    expect(outcomes.slice(0, 10)).not.toContain(LIMIT);
    expect(outcomes[10]).toBe(LIMIT);
    // A repetition is answered as the first time, however many there are now.
    expect(await outcomeOf(input, 'first-0')).toBe(outcomes[0]);
    expect(await outcomeOf(newWebhook(), 'other')).not.toBe(LIMIT);

    await remove(accountId, outcomes[3] ?? '');
    await expect(remove(accountId, outcomes[3] ?? '')).rejects.toMatchObject({
      code: 'webhook_not_found',
    });
    expect(await countOf(accountId)).toBe(9n);
    expect(await outcomeOf(input, 'later')).not.toBe(LIMIT);
    expect(await outcomeOf(input, 'too late')).toBe(LIMIT);
  });

  const LIMIT = 'webhook_limit';
});

describe('a create that comes again', () => {
  test('is answered as the first time, though the webhook was changed or deleted', async () => {
    const input = newWebhook();
    const again = { accountId: input.accountId, key: 'again' };
    const { item } = await create(input, again);
    await stored.set(item, { delivered: 99n, revision: 'later' });
    expect(await create(input, again)).toEqual({ item, replayed: true });
    await remove(item.accountId, item.id);
    expect(await create(input, again)).toEqual({ item, replayed: true });
    expect(await listOf(item.accountId)).toEqual([]);
  });

  test('with another secret is another request', async () => {
    const input = newWebhook();
    const again = { accountId: input.accountId, key: 'again' };
    await create(input, again);
    await expect(create({ ...input, secret: newSecret() }, again)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  test('as its answer was lost creates one, with and without an idempotency key', async () => {
    for (const key of [undefined, 'lost']) {
      const faulty = await openLostAnswers(engine);
      const input = newWebhook();
      faulty.loseAnswer('TransactWriteItems');
      const result = await buildCreateWebhook(faulty.client, engine.tables)(
        input,
        key === undefined ? undefined : { accountId: input.accountId, key },
      );
      faulty.close();
      expect(result.replayed).toBe(false);
      expect((await listOf(input.accountId)).map(({ id }) => id)).toEqual([result.item.id]);
      expect(await countOf(input.accountId)).toBe(1n);
    }
  });

  test('as it was lost, and is too many then, may still happen', async () => {
    const accountId = 'acct_unsure';
    for (let count = 0; count < 10; count += 1) await stored.create({ accountId });
    const faulty = await openLostAnswers(engine);
    faulty.loseRequest('TransactWriteItems');
    const distant = buildCreateWebhook(faulty.client, engine.tables);
    await expect(distant(newWebhook({ accountId }))).rejects.toBeInstanceOf(StorageTimeoutError);
    faulty.close();
  });
});

describe('deleting a webhook', () => {
  test('takes its secret along, and only in the state that is named', async () => {
    const { accountId, id, revision } = await stored.create();
    const remove = buildDeleteWebhook(engine.client, engine.tables);
    await expect(remove(id, { accountId, ifMatch: ['other'] })).rejects.toMatchObject({
      code: 'precondition_failed',
    });
    expect(await stored.readSecrets(id)).toMatchObject({
      secret: expect.stringMatching(/^whsec_/),
    });
    await remove(id, { accountId, ifMatch: ['other', revision] });
    expect(await stored.read({ accountId, id })).toBeUndefined();
    expect(await stored.readSecrets(id)).toBeUndefined();
    expect(await countOf(accountId)).toBe(0n);
  });

  test('of another account fails, and changes nothing', async () => {
    const webhook = await stored.create();
    const other = await stored.create();
    await expect(remove(other.accountId, webhook.id)).rejects.toMatchObject({
      code: 'webhook_not_found',
    });
    expect(await stored.read(webhook)).toMatchObject(webhook);
    expect(await stored.readSecrets(webhook.id)).toMatchObject({
      secret: expect.stringMatching(/^whsec_/),
    });
    expect(await countOf(other.accountId)).toBe(1n);
  });

  test('whose answer is lost, is the success that it was', async () => {
    const faulty = await openLostAnswers(engine);
    const { accountId, id } = await stored.create();
    faulty.loseAnswer('TransactWriteItems');
    await buildDeleteWebhook(faulty.client, engine.tables)(id, { accountId, ifMatch: undefined });
    faulty.close();
    expect(await listOf(accountId)).toEqual([]);
    expect(await countOf(accountId)).toBe(0n);
  });
});

test('an account sees its own webhooks, and nothing of others', async () => {
  const mine = await stored.create();
  const second = await stored.create({ accountId: mine.accountId });
  const other = await stored.create();
  const byId = [mine, second].sort((one, two) => (one.id < two.id ? -1 : 1));
  expect(await listOf(mine.accountId)).toEqual(byId);
  const get = buildGetWebhook(engine.client, engine.tables.webhooks);
  expect(await get(mine.accountId, mine.id)).toEqual(mine);
  await expect(get(mine.accountId, other.id)).rejects.toMatchObject({ code: 'webhook_not_found' });
  expect(await listOf('acct_nobody')).toEqual([]);
});

test('nothing but the table of secrets has a secret, however a create ends', async () => {
  const secret = newSecret();
  const bytes = Buffer.from(secret.slice(6), 'base64');
  const input = newWebhook({ secret });
  await outcomeOf(input, 'secret');
  await outcomeOf(input, 'secret');
  await outcomeOf({ ...input, url: 'https://other.example/' }, 'secret');
  for (let index = 0; index < 10; index += 1) await outcomeOf(input, `secret-${index}`);
  const found: string[] = [];
  for (const table of Object.values(engine.tables)) {
    const { Items = [] } = await engine.client.send(new ScanCommand({ TableName: table }));
    const text = JSON.stringify(Items, (_key, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
    const spellings = [secret.slice(6), bytes.toString('hex'), bytes.toString('base64url')];
    if (spellings.some((each) => text.includes(each))) found.push(table);
  }
  expect(found).toEqual([engine.tables.webhookSecrets]);
});

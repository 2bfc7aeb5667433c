import { GetCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { buildCreateWebhook, type OwnedNewWebhook } from '../../functions/create-webhook/store.ts';
import { buildDeleteWebhook } from '../../functions/delete-webhook/store.ts';
import { buildListWebhooks } from '../../functions/list-webhooks/store.ts';
import { RequestError } from '../../lib/errors/request-error.ts';
import { StorageTimeoutError, StorageUnavailableError } from '../../lib/errors/storage-errors.ts';
import { logName } from '../../lib/events/log-head.ts';
import { WEBHOOKS_BY_DUE, WEBHOOKS_BY_LOG } from '../../lib/storage/tables.ts';
import { openLostAnswers } from '../support/faulty-client.ts';
import { openTables } from '../support/open-tables.ts';
import { newSecret, newWebhook, SET_BY, webhookStorage } from '../support/stored-webhooks.ts';

const LIMIT = 'webhook_limit';

const engine = await openTables();
const lost = await openLostAnswers(engine);

const { client, tables } = engine;
const stored = webhookStorage(engine);
const create = buildCreateWebhook(client, tables);
const distantly = buildCreateWebhook(lost.client, tables);
const listOf = buildListWebhooks(client, tables);
const remove = (accountId: string, id: string) =>
  buildDeleteWebhook(client, tables)(id, { accountId, ifMatch: undefined });

/** Creates it, and returns an id or a code. Where storage is busy, it tries again as a client does. */
const outcomeOf = async (input: OwnedNewWebhook, key: string): Promise<string> => {
  for (;;) {
    try {
      return (await create(input, SET_BY, { accountId: input.accountId, key })).item.id;
    } catch (error) {
      if (error instanceof RequestError) return error.code;
      if (!(error instanceof StorageUnavailableError)) throw error;
    }
  }
};

/** The count that the account's limit goes by. */
const countOf = async (accountId: string) => {
  const Key = { accountId, id: 'count' };
  const { Item } = await client.send(
    new GetCommand({ TableName: tables.webhooks, Key, ConsistentRead: true }),
  );
  return Item?.['webhooks'];
};

describe('a new webhook', () => {
  test('begins where its log ends, is due now, and is in both indexes with its key alone', async () => {
    const accountId = 'acct_begins';
    const log = logName('orders', accountId);
    await stored.setLog(log, 3n, 7n);
    const before = BigInt(Date.now());
    const webhook = await stored.create({ accountId, about: 'orders', types: ['order.placed'] });
    const { id } = webhook;
    expect(webhook).toMatchObject({
      id: expect.stringMatching(/^whk_[0-9A-Za-z]{16}$/),
      delivered: 7n,
      status: 'enabled',
      types: ['order.placed'],
    });
    const at = BigInt(Date.parse(webhook.createdAt));
    expect(await stored.read(webhook)).toEqual({
      ...webhook,
      log,
      due: 'due',
      dueAt: at,
      enabledAt: at,
      asked: true,
      pending: { id: expect.stringMatching(/^msg_\w{16}$/), last: 7n, digest: expect.any(String) },
    });
    expect(at).toBeGreaterThanOrEqual(before);

    const find = async (IndexName: string, name: string, value: string) => {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: tables.webhooks,
          IndexName,
          KeyConditionExpression: '#name = :value',
          ExpressionAttributeNames: { '#name': name },
          ExpressionAttributeValues: { ':value': value },
        }),
      );
      return Items.filter((item) => item['id'] === id);
    };
    expect(await find(WEBHOOKS_BY_LOG, 'log', log)).toEqual([{ accountId, id, log }]);
    const due = { accountId, id, due: 'due', dueAt: at };
    expect(await find(WEBHOOKS_BY_DUE, 'due', 'due')).toEqual([due]);
  });

  test('begins at 0 where nothing has happened yet', async () => {
    expect(await stored.create({ about: 'orders' })).toMatchObject({ delivered: 0n });
  });
});

describe('the limit of ten', () => {
  test('holds under thirty creates at once, each sent twice with its idempotency key', async () => {
    const input = newWebhook();
    const { accountId } = input;
    const keys = Array.from({ length: 30 }, (_, index) => `key-${index}`);
    const outcomes = await Promise.all(
      [...keys, ...keys].map(async (key) => [key, await outcomeOf(input, key)] as const),
    );
    const ids = new Set(outcomes.map(([, outcome]) => outcome).filter((each) => each !== LIMIT));
    const listed = await listOf(accountId);
    expect(listed.map(({ id }) => id)).toEqual([...ids].sort());
    expect(listed).toHaveLength(10);
    expect(await countOf(accountId)).toBe(10n);
    // Twice the same key: twice the same webhook. None was created and then said to be too many.
    for (const group of Map.groupBy(outcomes, ([key]) => key).values()) {
      expect(new Set(group.map(([, outcome]) => outcome)).size).toBe(1);
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
    // As it was lost, and is too many then, it may still happen.
    lost.loseRequest('TransactWriteItems');
    await expect(distantly(input, SET_BY)).rejects.toBeInstanceOf(StorageTimeoutError);

    await remove(accountId, outcomes[3] ?? '');
    await expect(remove(accountId, outcomes[3] ?? '')).rejects.toThrow();
    expect(await countOf(accountId)).toBe(9n);
    expect(await outcomeOf(input, 'later')).not.toBe(LIMIT);
    expect(await outcomeOf(input, 'too late')).toBe(LIMIT);
  });
});

// What a key that comes again gets is in idempotency-key.test.ts.
test.each([undefined, 'lost'])(
  'a create whose answer was lost creates one, with the key %p',
  async (key) => {
    const input = newWebhook();
    const { accountId } = input;
    lost.loseAnswer('TransactWriteItems');
    const { item, replayed } = await distantly(
      input,
      SET_BY,
      key === undefined ? key : { accountId, key },
    );
    expect(replayed).toBe(false);
    expect(await listOf(accountId)).toEqual([item]);
    expect(await countOf(accountId)).toBe(1n);
  },
);

test('nothing but the table of secrets has a secret, however a create ends', async () => {
  const secret = newSecret();
  const bytes = Buffer.from(secret.slice(6), 'base64');
  const input = newWebhook({ secret });
  await outcomeOf(input, 'secret');
  await outcomeOf({ ...input, url: 'https://other.example/' }, 'secret');
  for (let index = 0; index < 10; index += 1) await outcomeOf(input, `secret-${index}`);
  const spellings = [secret.slice(6), bytes.toString('hex'), bytes.toString('base64url')];
  const find = async () => {
    const found: string[] = [];
    for (const TableName of Object.values(tables)) {
      const { Items = [] } = await client.send(new ScanCommand({ TableName }));
      const text = JSON.stringify(Items, (_, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      );
      if (spellings.some((each) => text.includes(each))) found.push(TableName);
    }
    return found;
  };
  expect(await find()).toEqual([tables.webhookSecrets]);
  // They are deleted with their webhooks, and the count goes down.
  for (const { id } of await listOf(input.accountId)) await remove(input.accountId, id);
  expect(await find()).toEqual([]);
  expect(await countOf(input.accountId)).toBe(0n);
});

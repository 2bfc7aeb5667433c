import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { buildCreateWebhook, type OwnedNewWebhook } from '../../functions/create-webhook/store.ts';
import { buildDeleteWebhook } from '../../functions/delete-webhook/store.ts';
import { buildListWebhooks } from '../../functions/list-webhooks/store.ts';
import type { WebhookPatch } from '../../functions/update-webhook/contract.ts';
import { buildUpdateWebhook } from '../../functions/update-webhook/store.ts';
import { RequestError } from '../../lib/errors/request-error.ts';
import { StorageTimeoutError, StorageUnavailableError } from '../../lib/errors/storage-errors.ts';
import { logName } from '../../lib/events/log-head.ts';
import { tableNames } from '../../lib/storage/tables.ts';
import { writeJson } from '../../lib/values/json.ts';
import { buildGetWebhook } from '../../lib/webhooks/get-webhook.ts';
import type { WebhookItem } from '../../lib/webhooks/stored-webhook.ts';
import { expectRefused } from '../support/expect-refused.ts';
import { openLostAnswers } from '../support/faulty-client.ts';
import { openTables } from '../support/open-tables.ts';
import { newSecret, newWebhook, SET_BY, webhookStorage } from '../support/stored-webhooks.ts';
import { describeChanges, type Run, type Thing } from './changes.ts';

const DAY = 24 * 60 * 60 * 1000;

const engine = await openTables();
const lost = await openLostAnswers(engine);

const { client, tables } = engine;
let now = Date.now();
const clock = () => new Date(now);
const stored = webhookStorage(engine, clock);
const { patch, remove } = stored;

const webhook = {
  create: () => stored.create(),
  get: ({ accountId, id }: Thing) => buildGetWebhook(client, tables)(accountId, String(id)),
};
const removeWebhook: Run = ({ client, tables }, { id }, how) =>
  buildDeleteWebhook(client, tables)(String(id), how);
const NO_WEBHOOK = 'webhook_not_found';
describeChanges(engine, lost, {
  updateWebhook: {
    ...webhook,
    run: ({ client, tables }, { id }, how) =>
      buildUpdateWebhook(client, tables)(String(id), { secret: newSecret() }, how, SET_BY),
    remove: removeWebhook,
    action: 'TransactWriteItems',
    codes: [NO_WEBHOOK, NO_WEBHOOK, 'precondition_failed'],
  },
  deleteWebhook: {
    ...webhook,
    run: removeWebhook,
    action: 'TransactWriteItems',
    codes: [NO_WEBHOOK, NO_WEBHOOK, NO_WEBHOOK],
  },
});

const PENDING = { id: 'msg_0000000000000001', last: 9n, digest: 'of nine' };
const LEASE = { token: 'mine', until: 4_000_000_000_000n };
const SINCE = { since: '2026-11-23T07:00:00.000Z', attempts: 3n, lastStatus: 503n };
const FAILING = { ...SINCE, nextAttemptAt: '2026-11-23T07:08:00.000Z' };

/** A webhook about orders, in the middle of a delivery that failed before. Its log has the positions from 5 to 20. */
const createBusy = async (attributes: Partial<WebhookItem> = {}) => {
  const webhook = await stored.create({ about: 'orders', types: ['order.placed'] });
  await stored.setLog(logName('orders', webhook.accountId), 5n, 20n);
  const busy = { delivered: 8n, failing: FAILING, ...attributes };
  await stored.set(webhook, { ...busy, pending: PENDING, lease: LEASE, dueAt: LEASE.until });
  return { ...webhook, ...busy };
};

describe('a change of an enabled webhook', () => {
  test.each<[string, WebhookPatch, Partial<WebhookItem>]>([
    ['url', { url: 'https://other.example/' }, { url: 'https://other.example/', pending: PENDING }],
    ['status', { status: 'enabled' }, { pending: PENDING }],
    ['secret', { secret: newSecret() }, { pending: PENDING }],
    ['types', { types: ['order.cancelled'] }, { types: ['order.cancelled'], pending: undefined }],
    ['no types', { types: null }, { types: undefined, pending: undefined }],
    ['delivered', { delivered: 20n }, { delivered: 20n, pending: undefined }],
  ])(
    'of its %s has it tried at once, and not while it is being delivered',
    async (_name, members, expected) => {
      const before = await createBusy();
      const after = await patch(before, members);
      const { failing: _, ...rest } = before;
      const { pending, ...visible } = expected;
      expect(after).toEqual({ ...rest, ...visible, revision: after.revision });
      expect(after.revision).not.toBe(before.revision);
      expect(await stored.read(before)).toEqual({
        ...after,
        enabledAt: BigInt(Date.parse(before.createdAt)),
        log: logName('orders', before.accountId),
        due: 'due',
        dueAt: BigInt(now),
        failingSince: SINCE.since,
        asked: true,
        lease: LEASE,
        pending,
      });
    },
  );

  test('that changes nothing is answered with what there is', async () => {
    const before = await createBusy();
    const item = await stored.read(before);
    expect(await patch(before, {})).toEqual(before);
    expect(await stored.read(before)).toEqual(item);
  });

  test('without a tag takes effect with others at once, and with a delivery', async () => {
    const before = await createBusy();
    const url = 'https://other.example/';
    await Promise.all([
      patch(before, { url }),
      patch(before, { types: ['order.completed'] }),
      stored.set(before, { delivered: 12n, revision: 'of-a-delivery' }),
      patch(before, { status: 'disabled' }),
    ]);
    const expected = { url, types: ['order.completed'], status: 'disabled', delivered: 12n };
    expect(await stored.read(before)).toMatchObject(expected);
  });
});

describe('a webhook that is disabled', () => {
  test('is in no index and not tried by a change, and goes on when it is enabled', async () => {
    const before = await createBusy();
    await patch(before, { status: 'disabled' });
    const after = await patch(before, { url: 'https://other.example/' });
    expect(after).toEqual({
      ...before,
      status: 'disabled',
      url: 'https://other.example/',
      failing: SINCE,
      revision: after.revision,
    });
    expect(await stored.read(before)).toEqual({
      ...after,
      enabledAt: BigInt(Date.parse(before.createdAt)),
      failingSince: SINCE.since,
      pending: PENDING,
      lease: LEASE,
    });

    now += 1000;
    const enabled = await patch(before, { status: 'enabled' });
    expect(enabled.failing).toBeUndefined();
    expect(await stored.read(before)).toMatchObject({
      status: 'enabled',
      enabledAt: BigInt(now),
      dueAt: BigInt(now),
      due: 'due',
      log: logName('orders', before.accountId),
      asked: true,
      pending: PENDING,
    });
  });

  test('goes on only where the log is kept', async () => {
    const before = await createBusy({ delivered: 3n });
    await patch(before, { status: 'disabled' });
    const fault = /^delivered must be from 4 to 20, where events are kept, and not 3\.$/;
    await expectRefused(patch(before, { status: 'enabled' }), 'validation_failed', fault);
    expect((await stored.read(before))?.status).toBe('disabled');
    const enabled = await patch(before, { status: 'enabled', delivered: 4n });
    expect(enabled).toMatchObject({ status: 'enabled', delivered: 4n });
  });
});

test('the place of a webhook is where the log is kept, or its end', async () => {
  const before = await createBusy();
  for (const delivered of [4n, 5n, 19n, 20n]) {
    expect((await patch(before, { delivered })).delivered).toBe(delivered);
  }
  const item = await stored.read(before);
  for (const delivered of [0n, 3n, 21n, 9223372036854775807n]) {
    const fault = new RegExp(
      `must be from 4 to 20, where events are kept, and not ${delivered}\\.$`,
    );
    await expectRefused(patch(before, { delivered }), 'validation_failed', fault);
  }
  expect(await stored.read(before)).toEqual(item);
  // Nothing is kept any more.
  await stored.setLog(logName('orders', before.accountId), 21n, 20n);
  await expect(patch(before, { delivered: 19n })).rejects.toThrow('from 20 to 20');
  expect((await patch(before, { delivered: 20n })).delivered).toBe(20n);
});

test('the types of a webhook are of its log', async () => {
  const before = await createBusy();
  const change = patch(before, { types: ['order.placed', 'pet.created'] });
  const fault = /^types must be .* order\.placed, order\.completed/;
  await expectRefused(change, 'validation_failed', fault);
});

describe('a secret that is replaced', () => {
  test('stays the former one for a day, also where the same request comes again', async () => {
    const before = await createBusy();
    const first = (await stored.readSecrets(before.id))?.secret;
    const [second, third] = [newSecret(), newSecret()];
    const change = { accountId: before.accountId, ifMatch: undefined };
    const replaced = { secret: second, former: first, formerUntil: BigInt(now + DAY) };
    const distantly = buildUpdateWebhook(lost.client, tables, clock);
    lost.loseAnswer('TransactWriteItems');
    await distantly(before.id, { secret: second }, change, SET_BY);
    expect(await stored.readSecrets(before.id)).toEqual(replaced);

    now += 60_000;
    const again = await patch(before, { secret: second, url: 'https://other.example/' });
    expect(again.url).toBe('https://other.example/');
    expect(await stored.readSecrets(before.id)).toEqual(replaced);
    await patch(before, { secret: third });
    expect(await stored.readSecrets(before.id)).toMatchObject({ secret: third, former: second });
  });

  test('stays where the change is refused', async () => {
    const before = await createBusy();
    const { id, accountId } = before;
    const secrets = await stored.readSecrets(id);
    const secret = newSecret();
    await expect(patch(before, { secret, delivered: 99n })).rejects.toThrow('delivered');
    const outdated = { accountId, ifMatch: ['other'] };
    const late = buildUpdateWebhook(client, tables)(id, { secret }, outdated, SET_BY);
    await expect(late).rejects.toBeInstanceOf(RequestError);
    expect(await stored.readSecrets(id)).toEqual(secrets);
  });
});

const LIMIT = 'webhook_limit';

const create = buildCreateWebhook(client, tables);
const listOf = buildListWebhooks(client, tables);

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
const countOf = async (accountId: string) =>
  (await engine.get('webhooks', { accountId, id: 'count' }))?.['webhooks'];

test('a new webhook begins where its log ends, is due now, and is in both indexes with its key alone', async () => {
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

  const find = async (IndexName: string) => {
    const scan = new ScanCommand({ TableName: tables.webhooks, IndexName });
    return (await client.send(scan)).Items?.filter((item) => item['id'] === id);
  };
  expect(await find('byLog')).toEqual([{ accountId, id, log }]);
  expect(await find('byDue')).toEqual([{ accountId, id, due: 'due', dueAt: at }]);
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
    const create10 = Array.from({ length: 10 }, (_, nth) => outcomeOf(input, `first-${nth}`));
    const [first = '', second = ''] = await Promise.all(create10);
    expect(await outcomeOf(input, 'eleventh')).toBe(LIMIT);
    // A repetition is answered as the first time, however many there are now.
    expect(await outcomeOf(input, 'first-0')).toBe(first);
    expect(await outcomeOf(newWebhook(), 'other')).not.toBe(LIMIT);
    // As it was lost, and is too many then, it may still happen.
    lost.loseRequest('TransactWriteItems');
    const distantly = buildCreateWebhook(lost.client, tables);
    await expect(distantly(input, SET_BY)).rejects.toBeInstanceOf(StorageTimeoutError);

    await remove({ accountId, id: second });
    await expect(remove({ accountId, id: second })).rejects.toThrow();
    expect(await countOf(accountId)).toBe(9n);
    expect(await outcomeOf(input, 'later')).not.toBe(LIMIT);
    expect(await outcomeOf(input, 'too late')).toBe(LIMIT);
  });
});

// Lost answers, and what a key that comes again gets, are in idempotency-key.test.ts.
test('nothing but the table of secrets has a secret, however a create ends', async () => {
  const secret = newSecret();
  const bytes = Buffer.from(secret.slice(6), 'base64');
  const input = newWebhook({ secret });
  for (const key of ['first', 'first', 'second']) await outcomeOf(input, key);
  await outcomeOf({ ...input, url: 'https://other.example/' }, 'first');
  const spellings = [secret.slice(6), bytes.toString('hex'), bytes.toString('base64url')];
  const find = async () => {
    const found: string[] = [];
    for (const name of tableNames()) {
      const text = writeJson(await engine.all(name));
      if (spellings.some((each) => text.includes(each))) found.push(name);
    }
    return found;
  };
  expect(await find()).toEqual(['webhookSecrets']);
  // They are deleted with their webhooks, and the count goes down.
  for (const webhook of await listOf(input.accountId)) await remove(webhook);
  expect(await find()).toEqual([]);
  expect(await countOf(input.accountId)).toBe(0n);
});

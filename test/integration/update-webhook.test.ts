import { describe, expect, test } from '@jest/globals';
import { buildDeleteWebhook } from '../../functions/delete-webhook/store.ts';
import { buildUpdateWebhook } from '../../functions/update-webhook/store.ts';
import type { WebhookPatch } from '../../functions/update-webhook/webhook-patch.ts';
import { RequestError } from '../../lib/errors/request-error.ts';
import { logName } from '../../lib/events/log-head.ts';
import { buildGetWebhook } from '../../lib/webhooks/get-webhook.ts';
import type { WebhookItem, WebhookState } from '../../lib/webhooks/stored-webhook.ts';
import { openLostAnswers } from '../support/faulty-client.ts';
import { openTables } from '../support/open-tables.ts';
import { newSecret, SET_BY, webhookStorage } from '../support/stored-webhooks.ts';
import { describeChanges, type Run, type Thing } from './changes.ts';

const DAY = 24 * 60 * 60 * 1000;

const engine = await openTables();
const lost = await openLostAnswers(engine);

const { client, tables } = engine;
const stored = webhookStorage(engine);
let now = Date.now();
const update = buildUpdateWebhook(client, tables, () => new Date(now));

const webhook = {
  create: () => stored.create(),
  get: ({ accountId, id }: Thing) => buildGetWebhook(client, tables)(accountId, String(id)),
};
const removeWebhook: Run = ({ client, tables }, { id }, how) =>
  buildDeleteWebhook(client, tables)(String(id), how);
const NO_WEBHOOK = 'webhook_not_found';
await describeChanges(engine, {
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

const patch = (webhook: WebhookState, members: WebhookPatch, keyId = SET_BY) =>
  update(webhook.id, members, { accountId: webhook.accountId, ifMatch: undefined }, keyId);

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
      pending: PENDING,
      lease: LEASE,
    });

    now += 1000;
    const enabled = await patch(before, { status: 'enabled' });
    expect(enabled).not.toHaveProperty('failing');
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
    await expect(patch(before, { status: 'enabled' })).rejects.toMatchObject({
      code: 'validation_failed',
      message: 'delivered must be from 4 to 20, where events are kept, and not 3.',
    });
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
    await expect(patch(before, { delivered })).rejects.toMatchObject({
      code: 'validation_failed',
      message: `delivered must be from 4 to 20, where events are kept, and not ${delivered}.`,
    });
  }
  expect(await stored.read(before)).toEqual(item);
  // Nothing is kept any more.
  await stored.setLog(logName('orders', before.accountId), 21n, 20n);
  await expect(patch(before, { delivered: 19n })).rejects.toThrow('from 20 to 20');
  expect((await patch(before, { delivered: 20n })).delivered).toBe(20n);
});

test('the types of a webhook are of its log', async () => {
  const before = await createBusy();
  await expect(patch(before, { types: ['order.placed', 'pet.created'] })).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringMatching(/^types must be .* order\.placed, order\.completed/),
  });
});

test('the keys that last set its url and its secret are stored, and no answer has them', async () => {
  const webhook = await stored.create();
  const secret = newSecret();
  expect(await stored.readSetBy(webhook)).toEqual([SET_BY, SET_BY]);
  const setBy = async (members: WebhookPatch, keyId: string) => {
    const answer = await patch(webhook, members, keyId);
    expect(Object.keys(answer).sort()).toEqual(Object.keys(webhook).sort());
    return stored.readSetBy(webhook);
  };
  expect(await setBy({ secret }, 'key_2')).toEqual([SET_BY, 'key_2']);
  expect(await setBy({ url: 'https://other.example/', secret }, 'key_3')).toEqual([
    'key_3',
    'key_2',
  ]);
  expect(await setBy({ delivered: webhook.delivered }, 'key_4')).toEqual(['key_3', 'key_2']);
});

describe('a secret that is replaced', () => {
  test('signs for a day as well, also where the same request comes again', async () => {
    const before = await createBusy();
    const first = (await stored.readSecrets(before.id))?.secret;
    const [second, third] = [newSecret(), newSecret()];
    const replaced = (secret: string, former?: string) => ({
      secret,
      former,
      formerUntil: BigInt(now + DAY),
    });
    const clock = () => new Date(now);
    lost.loseAnswer('TransactWriteItems');
    const change = { accountId: before.accountId, ifMatch: undefined };
    await buildUpdateWebhook(lost.client, tables, clock)(
      before.id,
      { secret: second },
      change,
      SET_BY,
    );
    const expected = replaced(second, first);
    expect(await stored.readSecrets(before.id)).toEqual(expected);

    now += 60_000;
    const again = await patch(before, { secret: second, url: 'https://other.example/' });
    expect(again.url).toBe('https://other.example/');
    expect(await stored.readSecrets(before.id)).toEqual(expected);

    await patch(before, { secret: third });
    expect(await stored.readSecrets(before.id)).toEqual(replaced(third, second));
  });

  test('stays where the change is refused', async () => {
    const before = await createBusy();
    const { id, accountId } = before;
    const secrets = await stored.readSecrets(id);
    const secret = newSecret();
    await expect(patch(before, { secret, delivered: 99n })).rejects.toThrow('delivered');
    for (const how of [
      { accountId, ifMatch: ['other'] },
      { accountId: 'acct_other', ifMatch: undefined },
    ]) {
      await expect(update(id, { secret }, how, SET_BY)).rejects.toBeInstanceOf(RequestError);
    }
    expect(await stored.readSecrets(id)).toEqual(secrets);
  });
});

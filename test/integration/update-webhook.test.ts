import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildUpdateWebhook, type UpdateWebhook } from '../../functions/update-webhook/store.ts';
import type { WebhookPatch } from '../../functions/update-webhook/webhook-patch.ts';
import { logName } from '../../lib/events/log-head.ts';
import type { WebhookItem, WebhookState } from '../../lib/webhooks/stored-webhook.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { openLostAnswers } from '../support/lost-answers.ts';
import { newSecret, webhookStorage } from '../support/stored-webhooks.ts';

const DAY = 24 * 60 * 60 * 1000;

let engine: TestEngine;
let stored: ReturnType<typeof webhookStorage>;
let now: number;
let update: UpdateWebhook;

beforeAll(async () => {
  engine = await openEngine();
  stored = webhookStorage(engine);
  now = Date.now();
  update = buildUpdateWebhook(engine.client, engine.tables, () => new Date(now));
});
afterAll(() => engine.close());

const patch = (webhook: WebhookState, members: WebhookPatch, ...ifMatch: readonly string[]) =>
  update(webhook.id, members, {
    accountId: webhook.accountId,
    ifMatch: ifMatch.length > 0 ? ifMatch : undefined,
  });

const PENDING = { id: 'msg_0000000000000001', last: 9n, digest: 'of nine' };
const LEASE = { token: 'mine', until: 4_000_000_000_000n };
const FAILING = {
  since: '2026-11-23T07:00:00.000Z',
  attempts: 3n,
  lastStatus: 503n,
  nextAttemptAt: '2026-11-23T07:08:00.000Z',
};

/** A webhook about orders, in the middle of a delivery that failed before. Its log has the positions from 5 to 20. */
const createBusy = async (attributes: Partial<WebhookItem> = {}) => {
  const webhook = await stored.create({ about: 'orders', types: ['order.placed'] });
  await stored.setLog(logName('orders', webhook.accountId), 5n, 20n);
  const busy = {
    delivered: 8n,
    pending: PENDING,
    lease: LEASE,
    failing: FAILING,
    dueAt: LEASE.until,
  };
  await stored.set(webhook, { ...busy, ...attributes });
  return { ...webhook, delivered: 8n, failing: FAILING, ...attributes };
};

describe('a change of an enabled webhook', () => {
  test.each<[string, WebhookPatch, Partial<WebhookItem>]>([
    ['url', { url: 'https://other.example/' }, { url: 'https://other.example/', pending: PENDING }],
    ['status', { status: 'enabled' }, { pending: PENDING }],
    ['secret', { secret: newSecret() }, { pending: PENDING }],
    ['types', { types: ['order.cancelled'] }, { types: ['order.cancelled'], pending: undefined }],
    ['delivered', { delivered: 20n }, { delivered: 20n, pending: undefined }],
  ])(
    'of its %s has it tried at once, and not while it is being delivered',
    async (_name, members, expected) => {
      const before = await createBusy();
      const after = await patch(before, members);
      const item = await stored.read(before);
      const { failing: _, ...rest } = before;
      const { pending: __, ...visible } = expected;
      expect(after).toEqual({ ...rest, ...visible, revision: after.revision });
      expect(after.revision).not.toBe(before.revision);
      expect(item).toEqual({
        ...after,
        enabledAt: BigInt(Date.parse(before.createdAt)),
        log: logName('orders', before.accountId),
        due: 'due',
        dueAt: BigInt(now),
        asked: true,
        lease: LEASE,
        pending: expected.pending,
      });
    },
  );

  test('may send all types again', async () => {
    const before = await createBusy();
    expect(await patch(before, { types: null })).not.toHaveProperty('types');
    expect(await stored.read(before)).not.toHaveProperty('types');
  });

  test('that changes nothing is answered with what there is', async () => {
    const before = await createBusy();
    const item = await stored.read(before);
    expect(await patch(before, {})).toEqual(before);
    expect(await stored.read(before)).toEqual(item);
    await expect(patch(before, {}, 'other')).rejects.toMatchObject(FAILED);
  });
});

const FAILED = { code: 'precondition_failed' };

describe('a webhook that is disabled', () => {
  test('is in no index, and keeps why it failed and what was about to be sent', async () => {
    const before = await createBusy();
    const after = await patch(before, { status: 'disabled' });
    const { nextAttemptAt: _, ...failing } = FAILING;
    expect(after).toEqual({ ...before, status: 'disabled', failing, revision: after.revision });
    expect(await stored.read(before)).toEqual({
      ...after,
      enabledAt: BigInt(Date.parse(before.createdAt)),
      pending: PENDING,
      lease: LEASE,
    });
  });

  test('is not tried by another change, and goes on when it is enabled', async () => {
    const before = await createBusy();
    await patch(before, { status: 'disabled' });
    const changed = await patch(before, { url: 'https://other.example/' });
    const { nextAttemptAt: _tried, ...known } = FAILING;
    expect(changed.failing).toEqual(known);
    expect(await stored.read(before)).not.toHaveProperty('dueAt');

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

  test('goes on only where the log is kept, and the answer says where that is', async () => {
    const before = await createBusy({ delivered: 3n });
    await patch(before, { status: 'disabled' });
    await expect(patch(before, { status: 'enabled' })).rejects.toMatchObject({
      code: 'validation_failed',
      message: 'delivered must be from 4 to 20, where events are kept, and not 3.',
    });
    expect((await stored.read(before))?.status).toBe('disabled');
    expect(await patch(before, { status: 'enabled', delivered: 4n })).toMatchObject({
      status: 'enabled',
      delivered: 4n,
    });
  });
});

describe('the place of a webhook', () => {
  test.each([4n, 5n, 19n, 20n])('may be %p in a log from 5 to 20', async (delivered) => {
    const before = await createBusy();
    expect((await patch(before, { delivered })).delivered).toBe(delivered);
  });

  test.each([0n, 3n, 21n, 9223372036854775807n])(
    'may not be %p in a log from 5 to 20',
    async (delivered) => {
      const before = await createBusy();
      const item = await stored.read(before);
      await expect(patch(before, { delivered })).rejects.toMatchObject({
        code: 'validation_failed',
        message: `delivered must be from 4 to 20, where events are kept, and not ${delivered}.`,
      });
      expect(await stored.read(before)).toEqual(item);
    },
  );

  test('is the newest where nothing is kept any more', async () => {
    const before = await createBusy();
    await stored.setLog(logName('orders', before.accountId), 21n, 20n);
    await expect(patch(before, { delivered: 19n })).rejects.toMatchObject({
      message: expect.stringContaining('from 20 to 20'),
    });
    expect((await patch(before, { delivered: 20n })).delivered).toBe(20n);
  });
});

test('the types of a webhook are of its log', async () => {
  const before = await createBusy();
  await expect(patch(before, { types: ['order.placed', 'pet.created'] })).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringMatching(/^types must be .* order\.placed, order\.completed/),
  });
});

test('the webhook of another account is not found, and stays as it is', async () => {
  const before = await createBusy();
  const item = await stored.read(before);
  const secrets = await stored.readSecrets(before.id);
  const other = { ...before, accountId: 'acct_other' };
  for (const members of [{}, { status: 'disabled' as const }, { secret: newSecret() }]) {
    await expect(patch(other, members)).rejects.toMatchObject({ code: 'webhook_not_found' });
  }
  expect(await stored.read(before)).toEqual(item);
  expect(await stored.readSecrets(before.id)).toEqual(secrets);
});

describe('changes at once', () => {
  test('all take effect without a tag, though a delivery changes the webhook as well', async () => {
    const before = await createBusy();
    const moved = { delivered: 12n, revision: 'of-a-delivery' };
    await Promise.all([
      patch(before, { url: 'https://other.example/' }),
      patch(before, { types: ['order.completed'] }),
      stored.set(before, moved),
      patch(before, { status: 'disabled' }),
    ]);
    expect(await stored.read(before)).toMatchObject({
      url: 'https://other.example/',
      types: ['order.completed'],
      status: 'disabled',
      delivered: 12n,
    });
  });

  test('with the same tag only one takes effect', async () => {
    const before = await createBusy();
    const secret = newSecret();
    const outcomes = await Promise.allSettled([
      patch(before, { url: 'https://one.example/' }, before.revision),
      patch(before, { url: 'https://two.example/' }, before.revision),
      patch(before, { url: 'https://three.example/' }, before.revision),
    ]);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    for (const each of refused) expect(each).toMatchObject({ reason: FAILED });
    await expect(patch(before, { secret }, before.revision)).rejects.toMatchObject(FAILED);
    expect(await stored.readSecrets(before.id)).not.toMatchObject({ secret });
  });

  test('where an answer is lost, it is the success that it was, once', async () => {
    const before = await createBusy();
    const [first, second] = [await stored.readSecrets(before.id), newSecret()];
    const faulty = await openLostAnswers(engine);
    faulty.loseAnswer('TransactWriteItems');
    const distant = buildUpdateWebhook(faulty.client, engine.tables);
    const change = { accountId: before.accountId, ifMatch: [before.revision] };
    const after = await distant(before.id, { secret: second }, change);
    faulty.close();
    expect((await stored.read(before))?.revision).toBe(after.revision);
    expect(await stored.readSecrets(before.id)).toMatchObject({
      secret: second,
      former: first?.secret,
    });
  });
});

describe('a secret that is replaced', () => {
  test('signs for a day as well, also where the same request comes again', async () => {
    const before = await createBusy();
    const [first, second, third] = [
      (await stored.readSecrets(before.id))?.secret,
      newSecret(),
      newSecret(),
    ];
    await patch(before, { secret: second });
    const expected = { secret: second, former: first, formerUntil: BigInt(now + DAY) };
    expect(await stored.readSecrets(before.id)).toEqual(expected);

    now += 60_000;
    const again = await patch(before, { secret: second, url: 'https://other.example/' });
    expect(again.url).toBe('https://other.example/');
    expect(await stored.readSecrets(before.id)).toEqual(expected);

    await patch(before, { secret: third });
    expect(await stored.readSecrets(before.id)).toEqual({
      secret: third,
      former: second,
      formerUntil: BigInt(now + DAY),
    });
  });

  test('stays where the change is refused', async () => {
    const before = await createBusy();
    const secrets = await stored.readSecrets(before.id);
    await expect(patch(before, { secret: newSecret(), delivered: 99n })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(patch(before, { secret: newSecret() }, 'other')).rejects.toMatchObject(FAILED);
    expect(await stored.readSecrets(before.id)).toEqual(secrets);
  });
});

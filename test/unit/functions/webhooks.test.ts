import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { open as openCreateWebhook } from '../../../functions/create-webhook/handler.ts';
import type { OwnedNewWebhook } from '../../../functions/create-webhook/store.ts';
import { open as openUpdateWebhook } from '../../../functions/update-webhook/handler.ts';
import { wakeWebhooksHandler } from '../../../functions/wake-webhooks/handler.ts';
import { writeJson } from '../../../lib/values/json.ts';
import { WEBHOOK_EXAMPLE } from '../../../lib/webhooks/webhook.ts';
import { createEvent, invoke, itemEvent } from '../../support/events.ts';
import { newSecret, SET_BY } from '../../support/stored-webhooks.ts';
import { refusal } from './refusal.ts';

const { id } = WEBHOOK_EXAMPLE;
const STORED = { ...WEBHOOK_EXAMPLE, accountId: 'acct_1', revision: 'rev-1' };
const NEW = { url: 'https://hooks.shop.example/pets', secret: newSecret() };

/** What stores were asked for since the test began. */
const asked: unknown[] = [];

const create = openCreateWebhook(async (input, keyId, idempotency) => {
  asked.push(input, keyId);
  const { secret: _, ...visible } = input;
  return { item: { ...STORED, ...visible }, replayed: idempotency?.key === 'again' };
}, false);
const update = openUpdateWebhook(async (...words) => {
  asked.push(...words);
  return STORED;
}, false);

const post = (body: unknown, headers: Record<string, string> = {}) =>
  invoke(create, createEvent(writeJson(body), { resource: '/webhooks', headers }));

const patch = (body: unknown, headers: Record<string, string> = {}) => {
  const options = { headers, body: writeJson(body) };
  return invoke(update, itemEvent('PATCH', '/webhooks/{webhookId}', id, options));
};

afterEach(() => {
  asked.length = 0;
});

describe('createWebhook', () => {
  test('stores the URL as the URL standard writes it, and says so where it replays', async () => {
    const sent = { ...NEW, url: 'https://Hooks.SHOP.example:443', id: 'whk_1', delivered: 3 };
    const answer = await post(sent, { 'Idempotency-Key': 'again' });
    const url = 'https://hooks.shop.example/';
    expect(answer).toMatchObject({ body: { url }, headers: { 'Idempotent-Replayed': 'true' } });
    expect(asked).toEqual([{ ...NEW, url, about: 'pets', accountId: 'acct_1' }, SET_BY]);
  });

  test.each<[string, Partial<OwnedNewWebhook>]>([
    ['all types of a log', { types: ['pet.created', 'pet.updated', 'pet.deleted'] }],
    ['the other log', { about: 'orders', types: ['order.placed'] }],
    ['a secret of 25 bytes', { secret: newSecret(25) }],
    ['the longest secret', { secret: newSecret(64) }],
  ])('takes %s', async (_what, members) => {
    expect((await post({ ...NEW, ...members })).status).toBe(201);
    expect(asked).toMatchObject([members, SET_BY]);
  });
});

/** What neither a new webhook nor a patch may have, and what the answer says of it. */
const FAULTS: readonly (readonly [string, Readonly<Record<string, unknown>>, RegExp])[] = [
  ['a secret of 23 bytes', { secret: newSecret(23) }, /^secret must be whsec_/],
  ['a secret of 65 bytes', { secret: newSecret(65) }, /^secret must be/],
  ['a secret without its prefix', { secret: newSecret().slice(6) }, /^secret must be/],
  ['a secret without padding', { secret: newSecret(25).slice(0, -2) }, /^secret must be/],
  ['a secret with a line', { secret: `${newSecret()}\n` }, /^secret must be/],
  ['a secret that is two texts of one value', { secret: `whsec_${'A'.repeat(33)}B==` }, /^secret/],
  ['an unknown type', { types: ['pet.sold'] }, /^types 0 must be one of pet\.created, /],
  ['types of another log too', { types: ['pet.created', 'order.placed'] }, /^types must be of/],
  ['a type twice', { types: ['pet.created', 'pet.created'] }, /^types must have each/],
  ['no types', { types: [] }, /^types must not be empty/],
  ['an empty URL', { url: '' }, /^url must be 1 to 2048/],
];

describe.each([
  ['createWebhook', (members: Readonly<Record<string, unknown>>) => post({ ...NEW, ...members })],
  ['updateWebhook', (members: Readonly<Record<string, unknown>>) => patch(members)],
])('%s', (name, send) => {
  test.each(
    // Which log a webhook is about, only its own store knows.
    FAULTS.filter(([what]) => name === 'createWebhook' || what !== 'types of another log too'),
  )('refuses %s, and repeats nothing of a secret', async (_what, members, message) => {
    const log = jest.spyOn(console, 'error').mockReturnValue();
    const answer = await send(members);
    expect(answer).toMatchObject(refusal('validation_failed', message));
    expect(asked).toEqual([]);
    expect(log).not.toHaveBeenCalled();
    const secret = String(members['secret'] ?? '-').slice(6, 26);
    if (secret.length > 3) expect(answer.text).not.toContain(secret);
  });

  test('refuses a URL that may not be sent to', async () => {
    expect(await send({ url: 'https://0x7f.1/' })).toMatchObject(refusal('webhook_url_refused'));
    expect(asked).toEqual([]);
  });
});

test.each([
  [{ types: ['x'] }, /^url is required; secret is required; types 0 must be/],
  [{ ...NEW, about: 'all' }, /^about must be one of pets, orders\.$/],
])('createWebhook names all faults of %p', async (body, message) => {
  expect(await post(body)).toMatchObject(refusal('validation_failed', message));
});

describe('updateWebhook', () => {
  test('asks only for what it was given, a position with all its digits, a URL as the standard writes it', async () => {
    const type = { 'Content-Type': 'application/merge-patch+json' };
    const members = { status: 'disabled', types: null, delivered: 9007199254740993n };
    const url = 'https://Hooks.SHOP.example:443';
    const body = { ...members, url, about: 'orders', createdAt: 'x' };
    expect((await patch(body, { 'If-Match': '"a"', ...type })).status).toBe(200);
    const how = { accountId: 'acct_1', ifMatch: ['a'] };
    const patched = { ...members, url: 'https://hooks.shop.example/' };
    expect(asked).toEqual([id, patched, how, SET_BY]);
  });

  test.each([
    [{ status: 'paused' }, /^status must be one of enabled, disabled/],
    [{ status: null }, /^status cannot be removed/],
    [{ delivered: null }, /^delivered cannot be removed/],
    [{ delivered: -1 }, /^delivered must be a position/],
    [{ delivered: 1.5 }, /^delivered must be a JSON number/],
    [{ delivered: '7' }, /^delivered must be a JSON number/],
    [{ delivered: 9223372036854775808n }, /^delivered must be a JSON number/],
  ])('refuses %j', async (body, message) => {
    expect(await patch(body)).toMatchObject(refusal('validation_failed', message));
    expect(asked).toEqual([]);
  });
});

const ofKeys = (Keys: unknown) => ({ dynamodb: { Keys } });

const UNREADABLE = [
  ...[null, 'record', {}, { dynamodb: null }, ofKeys(undefined), ofKeys({})],
  ...[{ log: 'pets' }, { log: { S: 5 } }, { accountId: { S: 'acct_1' } }].map(ofKeys),
];

test('records that wakeWebhooks cannot read stop none of their batch, and each leaves a line', async () => {
  const lines = jest.spyOn(console, 'error').mockImplementation(() => {});
  const found: unknown[] = [];
  const wake = wakeWebhooksHandler({
    wakeLogs: async (logs) => void found.push(...logs),
    startAll: async (webhooks) => void found.push(...webhooks),
    sweep: () => Promise.reject(new Error('There are records')),
  });
  const key = { accountId: 'acct_1', id: 'whk_1' };
  const asks = ofKeys({ accountId: { S: key.accountId }, id: { S: key.id } });
  await wake({ Records: [...UNREADABLE, ofKeys({ log: { S: 'pets' } }), asks] });
  expect(found).toEqual(['pets', key]);
  const logged = lines.mock.calls.map(([line]) => JSON.parse(String(line)));
  const leftOut = expect.objectContaining({ level: 'ERROR', code: 'wake_left_out' });
  expect(logged).toEqual(UNREADABLE.map(() => leftOut));
});

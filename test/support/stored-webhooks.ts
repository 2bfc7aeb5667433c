import { randomBytes } from 'node:crypto';
import { buildCreateWebhook, type OwnedNewWebhook } from '../../functions/create-webhook/store.ts';
import { buildDeleteWebhook } from '../../functions/delete-webhook/store.ts';
import type { WebhookPatch } from '../../functions/update-webhook/contract.ts';
import { buildUpdateWebhook } from '../../functions/update-webhook/store.ts';
import { dayOf, headKey } from '../../lib/events/log-head.ts';
import { type Clock, systemClock } from '../../lib/process/clock.ts';
import { WebhookItem, type WebhookKey, WebhookSecrets } from '../../lib/webhooks/stored-webhook.ts';
import type { TestEngine } from './engine.ts';

/** A new secret. */
export const newSecret = (bytes = 24): string => `whsec_${randomBytes(bytes).toString('base64')}`;

/** The key that sets webhooks of tests. */
export const SET_BY = 'key_0000000000000001';

/** A webhook to be, of a new account where none is given. */
export const newWebhook = (members: Partial<OwnedNewWebhook> = {}): OwnedNewWebhook => ({
  url: 'https://hooks.shop.example/',
  secret: newSecret(),
  about: 'pets',
  accountId: `acct_${randomBytes(8).toString('hex')}`,
  ...members,
});

/** What tests do with the stored webhooks of an engine. */
export const webhookStorage = (engine: TestEngine, clock: Clock = systemClock) => {
  const { client, tables } = engine;
  const create = buildCreateWebhook(client, tables);
  const update = buildUpdateWebhook(client, tables, clock);
  const remove = buildDeleteWebhook(client, tables);
  return {
    /** Creates a webhook, without an idempotency key. A new account of it is open: no other gets deliveries. */
    create: async (members: Partial<OwnedNewWebhook> = {}) => {
      const webhook = newWebhook(members);
      const { accountId } = webhook;
      const account = { accountId, name: 'Shelter', createdAt: '2026-11-23T08:00:00.000Z' };
      if (members.accountId === undefined) await engine.put('accounts', account);
      return (await create(webhook, SET_BY)).item;
    },
    /** Changes one in any state. */
    patch: ({ accountId, id }: WebhookKey, members: WebhookPatch, keyId = SET_BY) =>
      update(id, members, { accountId, ifMatch: undefined }, keyId),
    remove: ({ accountId, id }: WebhookKey) => remove(id, { accountId, ifMatch: undefined }),
    /** Everything that is stored of a webhook but its secrets and who set it; undefined if there is none. */
    read: async ({ accountId, id }: WebhookKey) => {
      const Item = await engine.get('webhooks', { accountId, id });
      if (Item === undefined) return undefined;
      const { urlBy: _url, secretBy: _secret, ...item } = WebhookItem.parse(Item);
      // With the attributes of the indexes, which nobody reads back.
      return { ...item, log: Item['log'], due: Item['due'] };
    },
    readSecrets: async (webhookId: string) => {
      const Item = await engine.get('webhookSecrets', { webhookId });
      return Item && WebhookSecrets.parse(Item);
    },
    /** Writes what a delivery would write. */
    set: ({ accountId, id }: WebhookKey, attributes: Partial<WebhookItem>) =>
      engine.update('webhooks', { accountId, id }, attributes),
    /** Sets a log to these positions, of which the oldest were recorded today. */
    setLog: (log: string, oldestKept: bigint, newest: bigint) =>
      engine.put('events', {
        ...headKey(log),
        newest,
        days: { '2020-01-01': 1n, [dayOf(new Date())]: oldestKept },
      }),
  };
};

import { buildDeliveryStore } from '../../../functions/deliver-webhook/store.ts';
import { buildParseItems } from '../../../lib/storage/parse-item.ts';
import { WebhookItem, type WebhookKey } from '../../../lib/webhooks/stored-webhook.ts';
import { WEBHOOK_ID_PREFIX } from '../../../lib/webhooks/webhook.ts';
import { ifError } from '../../command-line/errors.ts';
import type { OpenStage } from '../stage/stage.ts';
import { readDocuments } from '../stage/stored-items.ts';
import { RefusedError } from '../terminal/errors.ts';

type Tables = Pick<OpenStage, 'client' | 'table'>;

const PARTS = ['hostname', 'port', 'pathname', 'search'] as const;

/** Whether a webhook's URL has each part that is known of it. */
export const sendsTo = (known: URL, webhook: Pick<WebhookItem, 'url'>): boolean => {
  const url = new URL(webhook.url);
  return PARTS.every((part) => ['', '/', url[part]].includes(known[part]));
};

/** Finds webhooks of all accounts. It reads the whole table, strongly consistent: a unit for each 4 KB. */
export const findWebhooks = async (
  { client, table }: Tables,
  matches: (webhook: WebhookItem) => boolean,
): Promise<readonly WebhookItem[]> => {
  const location = { table: table('webhooks'), name: 'webhooks' } as const;
  const items = await Array.fromAsync(readDocuments(client, location.table));
  const webhooks = items.filter(({ id }) => String(id).startsWith(WEBHOOK_ID_PREFIX));
  return buildParseItems(WebhookItem, location)(webhooks).filter(matches);
};

/** A webhook under load may change between a read and a write. */
const ATTEMPTS = 20;

/**
 * Disables a webhook, and shows its account who did it. What is under way is not recalled.
 * @throws RefusedError if the webhook does not exist, or it changes all the time
 */
export const disableWebhook = async (
  { client, table }: Tables,
  key: WebhookKey,
): Promise<WebhookItem> => {
  const store = buildDeliveryStore(client, {
    accounts: table('accounts'),
    webhooks: table('webhooks'),
    webhookSecrets: table('webhookSecrets'),
  });
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const webhook = await store.read(key);
    if (webhook === undefined) {
      throw new RefusedError(
        `The account ${key.accountId} has no webhook ${key.id}: webhook list shows those it has.`,
      );
    }
    if (webhook.status === 'disabled') return webhook;
    await store.disable(webhook, 'disabled_by_operator');
  }
  throw new RefusedError(`The webhook ${key.id} changes all the time: run the command again.`);
};

/** Finds the webhooks whose `url` or `secret` a key was the last to set, and which of the two. */
export const webhooksSetBy = async (tables: Tables, keyId: string) => {
  const found = await findWebhooks(tables, (each) => [each.urlBy, each.secretBy].includes(keyId));
  return found.map(({ accountId, id, url, status, urlBy, secretBy }) => {
    const set = [...(urlBy === keyId ? ['url'] : []), ...(secretBy === keyId ? ['secret'] : [])];
    return { accountId, id, url, status, set };
  });
};

/**
 * Disables the webhooks whose `url` or `secret` a revoked key was the last to set: at once, and again when its last requests
 * have ended, which may create some or enable one again. Those that are deleted or changed all the time meanwhile stay as they are.
 * @param quiet when its last requests have ended
 * @param wait resolves at a time
 */
export const disableWebhooksOf = async (
  stage: Tables,
  keyId: string,
  quiet: Date,
  wait: (until: Date, why: string) => Promise<void>,
): Promise<void> => {
  const disableAll = async () => {
    for (const webhook of await webhooksSetBy(stage, keyId)) {
      await disableWebhook(stage, webhook).catch(ifError(RefusedError, undefined));
    }
  };
  await disableAll();
  if (quiet.getTime() <= Date.now()) return;
  await wait(quiet, 'its last requests may set webhooks');
  await disableAll();
};

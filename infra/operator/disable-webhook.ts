import { lastFailure } from '../../functions/deliver-webhook/retry.ts';
import { buildDeliveryStore } from '../../functions/deliver-webhook/store.ts';
import type { WebhookItem, WebhookKey } from '../../lib/webhooks/stored-webhook.ts';
import { RefusedError } from './errors.ts';
import type { OpenStage } from './stage.ts';

/** A webhook under load may change between a read and a write. */
const ATTEMPTS = 20;

/**
 * Disables a webhook, and shows its account who did it. What is under way is not recalled.
 * @throws RefusedError if there is no such webhook, or it changes all the time
 */
export const disableWebhook = async (
  { client, table }: Pick<OpenStage, 'client' | 'table'>,
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
    await store.disable(
      webhook,
      lastFailure(webhook.failing, { error: 'disabled_by_operator' }, Date.now()),
    );
  }
  throw new RefusedError(`The webhook ${key.id} changes all the time: run the command again.`);
};

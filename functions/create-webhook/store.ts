import { RequestError } from '../../lib/errors/request-error.ts';
import { StorageTimeoutError } from '../../lib/errors/storage-errors.ts';
import { logName, readHead } from '../../lib/events/log-head.ts';
import { buildCreateOnce, type Created } from '../../lib/idempotency/create-once.ts';
import type { Idempotency } from '../../lib/idempotency/idempotency-key.ts';
import { newRevision } from '../../lib/revisions/revision.ts';
import { UNSURE } from '../../lib/storage/document-client.ts';
import type { Build } from '../../lib/storage/tables.ts';
import { randomBase62 } from '../../lib/values/base62.ts';
import { countCreated } from '../../lib/webhooks/count-webhook.ts';
import {
  enabledAttributes,
  pendingOf,
  type WebhookItem,
  WebhookState,
} from '../../lib/webhooks/stored-webhook.ts';
import { WEBHOOK_ID_PREFIX } from '../../lib/webhooks/webhook.ts';
import { createWebhook, type WebhookInput } from './contract.ts';

export type OwnedNewWebhook = WebhookInput & Pick<WebhookItem, 'accountId'>;

/**
 * Creates a webhook that begins where its log ends, once for each idempotency key. Two round trips: one for the head of
 * the log, and one for the transaction that stores the webhook, its secret and the account's count.
 * @param keyId the key that creates it
 * @throws RequestError `webhook_limit` if the account has as many as it may
 * @throws the errors of `CreateOnce`
 */
export type CreateWebhook = (
  input: OwnedNewWebhook,
  keyId: string,
  idempotency?: Idempotency,
) => Promise<Created<WebhookState>>;

export const buildCreateWebhook: Build<
  'events' | 'idempotencyKeys' | 'webhookSecrets' | 'webhooks',
  CreateWebhook
> = (client, tables) => {
  const createOnce = buildCreateOnce(client, tables, createWebhook, WebhookState);

  return async (input, keyId, idempotency) => {
    const { secret, ...visible } = input;
    const { accountId, about } = input;
    const { newest } = await readHead(client, tables, logName(about, accountId));
    const now = new Date();
    const webhook: WebhookState = {
      ...visible,
      id: `${WEBHOOK_ID_PREFIX}${randomBase62(16)}`,
      status: 'enabled',
      delivered: newest,
      createdAt: now.toISOString(),
      revision: newRevision(),
    };
    // Its first delivery, an empty array, is due at once.
    const stored: WebhookItem = {
      ...webhook,
      urlBy: keyId,
      secretBy: keyId,
      ...enabledAttributes(webhook, now),
      enabledAt: BigInt(now.getTime()),
      pending: pendingOf(webhook.delivered, '[]'),
      asked: true,
    };
    // Without conditions on the id, which is random.
    const parts = {
      webhook: { Put: { TableName: tables.webhooks, Item: stored } },
      secret: {
        Put: { TableName: tables.webhookSecrets, Item: { webhookId: webhook.id, secret } },
      },
      count: countCreated(tables, accountId),
    };
    // The secret is part of the input, of which the record has a hash, and not of what is answered.
    const result = await createOnce({ idempotency, input, item: webhook, parts });
    if (!('failed' in result)) return result;

    const { failed } = result;
    if (failed.count?.unsure) throw new StorageTimeoutError(UNSURE);
    throw new RequestError('webhook_limit');
  };
};

import { operation } from '../../lib/http/operation.ts';
import { entityTag } from '../../lib/revisions/entity-tag.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { buildGetWebhook, type GetWebhook } from '../../lib/webhooks/get-webhook.ts';
import { toWebhook } from '../../lib/webhooks/stored-webhook.ts';
import { getWebhook } from './contract.ts';

/** Answers getWebhook from storage. */
export const getWebhookHandler = (get: GetWebhook) =>
  operation(getWebhook, async ({ accountId, path: { webhookId } }) => {
    const webhook = await get(accountId, webhookId);
    return { body: toWebhook(webhook), headers: { ETag: entityTag(webhook.revision) } };
  });

export const open = () =>
  getWebhookHandler(buildGetWebhook(createDocumentClient(), tableName('webhooks')));

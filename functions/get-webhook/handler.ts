import { operation } from '../../lib/http/operation.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tablesOf } from '../../lib/storage/tables.ts';
import { buildGetWebhook, type GetWebhook } from '../../lib/webhooks/get-webhook.ts';
import { toWebhook } from '../../lib/webhooks/stored-webhook.ts';
import { getWebhook } from './contract.ts';

export const getWebhookHandler = (get: GetWebhook) =>
  operation(getWebhook, async ({ caller, path }) => {
    const webhook = await get(caller.accountId, path.webhookId);
    return { body: toWebhook(webhook), etag: webhook.revision };
  });

export const open = () =>
  getWebhookHandler(buildGetWebhook(createDocumentClient(), tablesOf(getWebhook.access)));

import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { buildGetWebhook } from '../../lib/webhooks/get-webhook.ts';
import { toWebhook } from '../../lib/webhooks/stored-webhook.ts';
import { getWebhook } from './contract.ts';

export const open = (get = openStorage(getWebhook.access, buildGetWebhook)) =>
  operation(getWebhook, async ({ caller, path, headers }) => {
    const webhook = await get(caller.accountId, path.webhookId);
    return {
      body: toWebhook(webhook),
      etag: webhook.revision,
      ifNoneMatch: headers['If-None-Match'],
    };
  });

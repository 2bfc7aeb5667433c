import { operation } from '../../lib/http/operation.ts';
import { allowsLoopbackTargets } from '../../lib/process/env.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { toWebhook } from '../../lib/webhooks/stored-webhook.ts';
import { parseTargetUrl } from '../../lib/webhooks/target-url.ts';
import { updateWebhook } from './contract.ts';
import { buildUpdateWebhook } from './store.ts';

export const open = (
  update = openStorage(updateWebhook.access, buildUpdateWebhook),
  allowsLoopback = allowsLoopbackTargets(),
) =>
  operation(updateWebhook, async ({ caller: { accountId, keyId }, path, headers, body }) => {
    const url = body.url === undefined ? undefined : parseTargetUrl(body.url, allowsLoopback).href;
    const precondition = { accountId, ifMatch: headers['If-Match'] };
    const patch = { ...body, ...(url && { url }) };
    const webhook = await update(path.webhookId, patch, precondition, keyId);
    return { body: toWebhook(webhook), etag: webhook.revision };
  });

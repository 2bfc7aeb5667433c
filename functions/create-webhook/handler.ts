import { operation } from '../../lib/http/operation.ts';
import { allowsLoopbackTargets } from '../../lib/process/env.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { toWebhook } from '../../lib/webhooks/stored-webhook.ts';
import { parseTargetUrl } from '../../lib/webhooks/target-url.ts';
import { createWebhook } from './contract.ts';
import { buildCreateWebhook } from './store.ts';

export const open = (
  create = openStorage(createWebhook.access, buildCreateWebhook),
  allowsLoopback = allowsLoopbackTargets(),
) =>
  operation(createWebhook, async ({ caller: { accountId, keyId }, body, idempotency }) => {
    const url = parseTargetUrl(body.url, allowsLoopback).href;
    const { item, replayed } = await create({ ...body, url, accountId }, keyId, idempotency);
    return {
      body: toWebhook(item),
      replayed,
      location: `/webhooks/${item.id}`,
      etag: item.revision,
    };
  });

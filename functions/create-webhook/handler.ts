import { operation } from '../../lib/http/operation.ts';
import { allowsLoopbackTargets } from '../../lib/process/env.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tablesOf } from '../../lib/storage/tables.ts';
import { toWebhook } from '../../lib/webhooks/stored-webhook.ts';
import { parseTargetUrl } from '../../lib/webhooks/target-url.ts';
import { createWebhook } from './contract.ts';
import { buildCreateWebhook, type CreateWebhook } from './store.ts';

export const createWebhookHandler = (create: CreateWebhook, allowsLoopback: boolean) =>
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

export const open = () =>
  createWebhookHandler(
    buildCreateWebhook(createDocumentClient(), tablesOf(createWebhook.access)),
    allowsLoopbackTargets(),
  );

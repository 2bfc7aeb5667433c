import { callerOf } from '../../lib/http/account-id.ts';
import { operation } from '../../lib/http/operation.ts';
import { requestPath } from '../../lib/http/request-url.ts';
import { allowsLoopbackTargets } from '../../lib/process/env.ts';
import { entityTag } from '../../lib/revisions/entity-tag.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { toWebhook } from '../../lib/webhooks/stored-webhook.ts';
import { parseTargetUrl } from '../../lib/webhooks/target-url.ts';
import { createWebhook } from './contract.ts';
import { buildCreateWebhook, type CreateWebhook } from './store.ts';

/** Answers createWebhook from storage. */
export const createWebhookHandler = (create: CreateWebhook, allowsLoopback: boolean) =>
  operation(createWebhook, async ({ accountId, body, idempotency }, event) => {
    const url = parseTargetUrl(body.url, allowsLoopback).href;
    const { item, replayed } = await create(
      { ...body, url, accountId },
      callerOf(event).keyId,
      idempotency,
    );
    return {
      body: toWebhook(item),
      replayed,
      headers: {
        Location: `${requestPath(event)}/${item.id}`,
        ETag: entityTag(item.revision),
      },
    };
  });

export const open = () =>
  createWebhookHandler(
    buildCreateWebhook(createDocumentClient(), {
      events: tableName('events'),
      idempotencyKeys: tableName('idempotencyKeys'),
      webhooks: tableName('webhooks'),
      webhookSecrets: tableName('webhookSecrets'),
    }),
    allowsLoopbackTargets(),
  );

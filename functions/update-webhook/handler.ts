import { callerOf } from '../../lib/http/account-id.ts';
import { operation } from '../../lib/http/operation.ts';
import { allowsLoopbackTargets } from '../../lib/process/env.ts';
import { entityTag } from '../../lib/revisions/entity-tag.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { toWebhook } from '../../lib/webhooks/stored-webhook.ts';
import { parseTargetUrl } from '../../lib/webhooks/target-url.ts';
import { updateWebhook } from './contract.ts';
import { buildUpdateWebhook, type UpdateWebhook } from './store.ts';

/** Answers updateWebhook from storage. */
export const updateWebhookHandler = (update: UpdateWebhook, allowsLoopback: boolean) =>
  operation(updateWebhook, async ({ accountId, path: { webhookId }, headers, body }, event) => {
    const url = body.url === undefined ? undefined : parseTargetUrl(body.url, allowsLoopback).href;
    const precondition = { accountId, ifMatch: headers['If-Match'] };
    const patch = { ...body, ...(url && { url }) };
    const webhook = await update(webhookId, patch, precondition, callerOf(event).keyId);
    return { body: toWebhook(webhook), headers: { ETag: entityTag(webhook.revision) } };
  });

export const open = () =>
  updateWebhookHandler(
    buildUpdateWebhook(createDocumentClient(), {
      events: tableName('events'),
      webhooks: tableName('webhooks'),
      webhookSecrets: tableName('webhookSecrets'),
    }),
    allowsLoopbackTargets(),
  );

import * as z from 'zod/mini';
import { contract } from '../../lib/http/contract.ts';
import { IfMatch } from '../../lib/revisions/if-match.ts';
import { Webhook, webhookId } from '../../lib/webhooks/webhook.ts';
import { SECRET_EXAMPLE, WEBHOOK_EXAMPLE } from '../../lib/webhooks/webhook-example.ts';
import { WebhookPatch } from './webhook-patch.ts';

export const updateWebhook = contract({
  operationId: 'updateWebhook',
  tag: 'Webhooks',
  method: 'PATCH',
  path: '/webhooks/{webhookId}',
  stability: 'beta',
  summary: 'Change a webhook, or the position it resumes from',
  description:
    'An enabled webhook that fails is tried again at once. `{"status": "enabled"}` resumes where a disabled one stopped. `{"delivered": 1000}` resumes after that position, which must be in the log. A new `secret` takes over at once, and the former one signs as well for 24 hours. A delivery that is under way is not stopped. With `If-Match` the change takes effect only if nothing has changed since you read the webhook: deliveries change it too. An empty patch is answered with the webhook as it is.',
  request: {
    path: z.object({ webhookId }),
    headers: z.object({ 'If-Match': z.optional(IfMatch) }),
    body: WebhookPatch,
    contentTypes: ['application/merge-patch+json', 'application/json'],
  },
  success: { status: 200, body: Webhook, headers: ['ETag'] },
  // Without a tag, as each delivery changes it.
  examples: {
    recovery: {
      summary: 'Enabled again, after a position',
      after: { webhook: 'createWebhook.pets' },
      request: {
        path: { webhookId: '{webhook.id}' },
        body: { status: 'enabled', delivered: '{webhook.delivered}' },
      },
      answer: WEBHOOK_EXAMPLE,
    },
    secret: {
      summary: 'Another secret: for 24 hours both sign',
      after: { webhook: 'createWebhook.placed' },
      request: {
        path: { webhookId: '{webhook.id}' },
        body: { secret: SECRET_EXAMPLE.replace(/.{4}$/, 'ZXQu') },
      },
      answer: {
        ...WEBHOOK_EXAMPLE,
        url: 'https://hooks.shop.example/orders',
        about: 'orders',
        types: ['order.placed'],
      },
    },
  },
  errors: ['webhook_url_refused', 'webhook_not_found', 'precondition_failed'],
  access: [
    { table: 'events', actions: ['GetItem'] },
    { table: 'webhooks', actions: ['GetItem', 'UpdateItem'] },
    { table: 'webhookSecrets', actions: ['UpdateItem'] },
  ],
});

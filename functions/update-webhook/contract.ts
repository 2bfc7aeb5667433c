import * as z from 'zod/mini';
import { bodyOf, contract } from '../../lib/http/contract.ts';
import { conditionalWrite } from '../../lib/revisions/entity-tags.ts';
import { described } from '../../lib/values/described.ts';
import { int64 } from '../../lib/values/int64.ts';
import { kept } from '../../lib/values/merge-patch.ts';
import {
  NEW_ORDERS,
  SECRET_EXAMPLE,
  WEBHOOK_EXAMPLE,
  Webhook,
  WebhookStatus,
  webhookId,
} from '../../lib/webhooks/webhook.ts';
import { webhookMembers } from '../../lib/webhooks/webhook-members.ts';

export const WebhookPatch = bodyOf(
  'WebhookPatch',
  'A change of a webhook, as a JSON merge patch (RFC 7396). Members that are left out stay as they are. `types: null` sends all types again; no other member can be removed. Other members, such as `about`, are ignored.',
  {
    url: kept(webhookMembers.url),
    secret: kept(webhookMembers.secret),
    types: z.optional(z.nullable(webhookMembers.types)),
    status: kept(WebhookStatus),
    delivered: kept(
      described(
        int64.check(z.gte(0n, 'must be a position, or 0')),
        'It resumes after this position. An earlier one repeats events, a later one skips some.',
        { minimum: 0 },
      ),
    ),
  },
);
export type WebhookPatch = z.infer<typeof WebhookPatch>;

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
    headers: conditionalWrite,
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
      answer: { ...WEBHOOK_EXAMPLE, ...NEW_ORDERS },
    },
  },
  errors: ['webhook_url_refused', 'webhook_not_found', 'precondition_failed'],
  access: [
    { table: 'events', actions: ['GetItem'] },
    { table: 'webhooks', actions: ['GetItem', 'UpdateItem'] },
    { table: 'webhookSecrets', actions: ['UpdateItem'] },
  ],
});

import * as z from 'zod/mini';
import { contract } from '../../lib/http/contract.ts';
import { conditionalRead } from '../../lib/revisions/entity-tags.ts';
import { WEBHOOK_EXAMPLE, Webhook, webhookId } from '../../lib/webhooks/webhook.ts';

export const getWebhook = contract({
  operationId: 'getWebhook',
  tag: 'Webhooks',
  method: 'GET',
  path: '/webhooks/{webhookId}',
  stability: 'beta',
  summary: "Get one of your account's webhooks",
  description:
    '`delivered` and `failing` say how far it is, and why it goes no further. Webhooks of other accounts are 404.',
  request: { path: z.object({ webhookId }), headers: conditionalRead },
  success: { status: 200, body: Webhook, headers: ['ETag'] },
  examples: {
    webhook: {
      summary: 'A webhook',
      after: { webhook: 'createWebhook.pets' },
      request: { path: { webhookId: '{webhook.id}' } },
      answer: WEBHOOK_EXAMPLE,
    },
  },
  errors: ['webhook_not_found'],
  access: [{ table: 'webhooks', actions: ['GetItem'] }],
});

import * as z from 'zod/mini';
import { contract } from '../../lib/http/contract.ts';
import { conditionalWrite } from '../../lib/revisions/entity-tags.ts';
import { webhookId } from '../../lib/webhooks/webhook.ts';

export const deleteWebhook = contract({
  operationId: 'deleteWebhook',
  tag: 'Webhooks',
  method: 'DELETE',
  path: '/webhooks/{webhookId}',
  stability: 'beta',
  summary: "Delete one of your account's webhooks",
  description:
    'A delivery that is under way may still arrive. A second delete is 404, and so is the repetition of one whose answer was lost.',
  request: { path: z.object({ webhookId }), headers: conditionalWrite },
  success: { status: 204 },
  // Without a tag, as each delivery changes it.
  examples: {
    webhook: {
      summary: 'In any state',
      after: { webhook: 'createWebhook.pets' },
      request: { path: { webhookId: '{webhook.id}' } },
    },
  },
  errors: ['webhook_not_found', 'precondition_failed'],
  access: [
    { table: 'webhooks', actions: ['DeleteItem', 'UpdateItem'] },
    { table: 'webhookSecrets', actions: ['DeleteItem'] },
  ],
});

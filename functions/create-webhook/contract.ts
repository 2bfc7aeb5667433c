import { contract } from '../../lib/http/contract.ts';
import { Webhook } from '../../lib/webhooks/webhook.ts';
import { SECRET_EXAMPLE, WEBHOOK_EXAMPLE } from '../../lib/webhooks/webhook-example.ts';
import { WebhookInput } from './webhook-input.ts';

export const createWebhook = contract({
  operationId: 'createWebhook',
  tag: 'Webhooks',
  method: 'POST',
  path: '/webhooks',
  stability: 'beta',
  summary: 'Have events sent to a URL',
  description:
    'From now on the service sends what `GET /events?after=delivered` would answer, in order, at least once, and one request at a time. Any answer of 2xx within 15 seconds moves `delivered` on. First it sends an empty array, once. An account can have 10 webhooks.',
  request: { body: WebhookInput, idempotencyKey: true },
  success: {
    status: 201,
    body: Webhook,
    headers: ['ETag', 'Location'],
    links: {
      getWebhook: { webhookId: '$response.body#/id' },
      updateWebhook: { webhookId: '$response.body#/id' },
      deleteWebhook: { webhookId: '$response.body#/id' },
    },
  },
  examples: {
    pets: {
      summary: 'All events of pets',
      request: { body: { url: WEBHOOK_EXAMPLE.url, secret: SECRET_EXAMPLE } },
      answer: WEBHOOK_EXAMPLE,
    },
    placed: {
      summary: 'Only new orders',
      request: {
        body: {
          url: 'https://hooks.shop.example/orders',
          secret: SECRET_EXAMPLE,
          about: 'orders',
          types: ['order.placed'],
        },
      },
      answer: {
        ...WEBHOOK_EXAMPLE,
        url: 'https://hooks.shop.example/orders',
        about: 'orders',
        types: ['order.placed'],
      },
    },
  },
  errors: ['webhook_url_refused', 'webhook_limit'],
  access: [
    { table: 'events', actions: ['GetItem'] },
    { table: 'idempotencyKeys', actions: ['PutItem'] },
    { table: 'webhooks', actions: ['PutItem', 'UpdateItem'] },
    { table: 'webhookSecrets', actions: ['PutItem'] },
  ],
});

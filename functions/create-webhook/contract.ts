import * as z from 'zod/mini';
import { LOG_SUBJECTS } from '../../lib/events/event-types.ts';
import { bodyOf, contract } from '../../lib/http/contract.ts';
import { oneOf } from '../../lib/values/described.ts';
import {
  NEW_ORDERS,
  SECRET_EXAMPLE,
  WEBHOOK_EXAMPLE,
  Webhook,
} from '../../lib/webhooks/webhook.ts';
import { typesFault, webhookMembers } from '../../lib/webhooks/webhook-members.ts';

export const WebhookInput = bodyOf(
  'WebhookInput',
  'A webhook to be. Other members are ignored.',
  {
    url: webhookMembers.url,
    secret: webhookMembers.secret,
    about: z
      ._default(oneOf(LOG_SUBJECTS), 'pets')
      .check(z.meta({ description: 'The log: of all pets, or of the orders of your account.' })),
    types: z.optional(webhookMembers.types),
  },
  z.superRefine(({ about, types = [] }, { issues }) => {
    const message = typesFault(about, types);
    if (message) issues.push({ code: 'custom', message, input: types, path: ['types'] });
  }),
);
export type WebhookInput = z.infer<typeof WebhookInput>;

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
    links: { getWebhook: 'webhookId', updateWebhook: 'webhookId', deleteWebhook: 'webhookId' },
  },
  examples: {
    pets: {
      summary: 'All events of pets',
      request: { body: { url: WEBHOOK_EXAMPLE.url, secret: SECRET_EXAMPLE } },
      answer: WEBHOOK_EXAMPLE,
    },
    placed: {
      summary: 'Only new orders',
      request: { body: { ...NEW_ORDERS, secret: SECRET_EXAMPLE } },
      answer: { ...WEBHOOK_EXAMPLE, ...NEW_ORDERS },
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

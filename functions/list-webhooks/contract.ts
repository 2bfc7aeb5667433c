import * as z from 'zod/mini';
import { contract } from '../../lib/http/contract.ts';
import { described } from '../../lib/values/described.ts';
import { MOST_WEBHOOKS, WEBHOOK_EXAMPLE, Webhook } from '../../lib/webhooks/webhook.ts';

export const Webhooks = described(z.array(Webhook), 'Webhooks in ascending order of id.', {
  id: 'Webhooks',
  maxItems: MOST_WEBHOOKS,
});

export const listWebhooks = contract({
  operationId: 'listWebhooks',
  tag: 'Webhooks',
  method: 'GET',
  path: '/webhooks',
  stability: 'beta',
  summary: "List your account's webhooks",
  description: 'All of them: there is one page.',
  request: {},
  success: { status: 200, body: Webhooks },
  examples: {
    all: {
      summary: 'One webhook',
      after: { webhook: 'createWebhook.pets' },
      answer: [WEBHOOK_EXAMPLE],
    },
  },
  errors: [],
  access: [{ table: 'webhooks', actions: ['Query'] }],
});

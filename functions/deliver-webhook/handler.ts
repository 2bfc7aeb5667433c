import * as z from 'zod/mini';
import { createDocumentClient } from '../../lib/dynamodb.ts';
import { allowsLoopbackTargets } from '../../lib/env.ts';
import { buildListEvents } from '../../lib/events/list-events.ts';
import { logError } from '../../lib/log.ts';
import { tableName } from '../../lib/tables.ts';
import { buildDeliver, type Deliver } from './deliver.ts';
import { buildSend } from './send.ts';
import { buildDeliveryStore } from './store.ts';

/** What it is invoked with: the key of a webhook. None where a deployment checks whether it starts. */
const Invocation = z.object({ accountId: z.optional(z.string()), id: z.optional(z.string()) });

/**
 * Makes the function that delivers to one webhook. Who invokes it does not wait; what it fails on, a sweep finds.
 */
export const deliverWebhookHandler =
  (deliver: Deliver) =>
  async (event: unknown): Promise<void> => {
    const { accountId, id } = z.parse(Invocation, event);
    if (accountId === undefined || id === undefined) return;
    try {
      await deliver({ accountId, id });
    } catch (error) {
      logError('not_delivered', error, { webhookId: id });
      throw error;
    }
  };

/** What is deployed. */
export const open = () => {
  const client = createDocumentClient();
  const store = buildDeliveryStore(client, {
    accounts: tableName('accounts'),
    webhooks: tableName('webhooks'),
    webhookSecrets: tableName('webhookSecrets'),
  });
  const list = buildListEvents(client, tableName('events'));
  const send = buildSend({ allowsLoopback: allowsLoopbackTargets() });
  return deliverWebhookHandler(buildDeliver({ store, list, send }));
};

import * as z from 'zod/mini';
import { buildListEvents } from '../../lib/events/list-events.ts';
import { allowsLoopbackTargets } from '../../lib/process/env.ts';
import { logError } from '../../lib/process/log.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { DELIVER_WEBHOOK_ACCESS } from './access.ts';
import { buildDeliver, type Deliver } from './deliver.ts';
import { buildSend } from './send.ts';
import { buildDeliveryStore } from './store.ts';

/** The key of a webhook. The check of a deployment sends none. */
const DeliverEvent = z.object({ accountId: z.optional(z.string()), id: z.optional(z.string()) });

/** Makes the function that delivers to one webhook. Its invoker does not wait. If it fails, a sweep tries again. */
export const deliverWebhookHandler =
  (deliver: Deliver) =>
  async (event: unknown): Promise<void> => {
    const { accountId, id } = z.parse(DeliverEvent, event);
    if (accountId === undefined || id === undefined) return;
    try {
      await deliver({ accountId, id });
    } catch (error) {
      logError('not_delivered', error, { webhookId: id });
      throw error;
    }
  };

export const open = () =>
  openStorage(DELIVER_WEBHOOK_ACCESS, (client, tables) =>
    deliverWebhookHandler(
      buildDeliver({
        store: buildDeliveryStore(client, tables),
        list: buildListEvents(client, tables),
        send: buildSend({ allowsLoopback: allowsLoopbackTargets() }),
      }),
    ),
  );

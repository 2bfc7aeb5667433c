import * as z from 'zod/mini';
import { allowsLoopbackTargets } from '../../lib/process/env.ts';
import { logError } from '../../lib/process/log.ts';
import { waitForAll } from '../../lib/process/wait-for-all.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { DELIVER_WEBHOOK_ACCESS } from './access.ts';
import { buildDeliver } from './deliver.ts';
import { buildListStored } from './list-stored.ts';
import { buildSend } from './send.ts';
import { buildDeliveryStore } from './store.ts';

const Key = z.object({ accountId: z.string(), id: z.string() });

/** What it is invoked with. The check of a deployment sends no webhooks. */
const DeliverEvent = z.object({ webhooks: z._default(z.array(Key), []) });

/**
 * Makes the function that delivers to some webhooks, side by side: none waits for another. Its invoker does not wait.
 * Those that fail are tried again by a sweep.
 */
export const open =
  (
    deliver = openStorage(DELIVER_WEBHOOK_ACCESS, (client, tables) =>
      buildDeliver({
        store: buildDeliveryStore(client, tables),
        list: buildListStored(client, tables),
        send: buildSend(allowsLoopbackTargets()),
      }),
    ),
  ) =>
  async (event: unknown): Promise<void> => {
    const { webhooks } = z.parse(DeliverEvent, event);
    // Lambda freezes what is under way when the function ends, so it waits for all.
    await waitForAll(
      webhooks.map(async (key) => {
        try {
          await deliver(key);
        } catch (error) {
          logError('not_delivered', error, { webhookId: key.id });
          throw error;
        }
      }),
    );
  };

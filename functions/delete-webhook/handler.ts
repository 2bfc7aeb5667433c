import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { deleteWebhook } from './contract.ts';
import { buildDeleteWebhook, type DeleteWebhook } from './store.ts';

export const deleteWebhookHandler = (remove: DeleteWebhook) =>
  operation(deleteWebhook, async ({ caller: { accountId }, path, headers }) => {
    await remove(path.webhookId, { accountId, ifMatch: headers['If-Match'] });
    return { body: undefined };
  });

export const open = () =>
  deleteWebhookHandler(openStorage(deleteWebhook.access, buildDeleteWebhook));

import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { deleteWebhook } from './contract.ts';
import { buildDeleteWebhook } from './store.ts';

export const open = (remove = openStorage(deleteWebhook.access, buildDeleteWebhook)) =>
  operation(deleteWebhook, async ({ caller: { accountId }, path, headers }) => {
    await remove(path.webhookId, { accountId, ifMatch: headers['If-Match'] });
    return { body: undefined };
  });

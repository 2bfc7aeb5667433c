import { operation } from '../../lib/http/operation.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tablesOf } from '../../lib/storage/tables.ts';
import { deleteWebhook } from './contract.ts';
import { buildDeleteWebhook, type DeleteWebhook } from './store.ts';

export const deleteWebhookHandler = (remove: DeleteWebhook) =>
  operation(deleteWebhook, async ({ caller: { accountId }, path, headers }) => {
    await remove(path.webhookId, { accountId, ifMatch: headers['If-Match'] });
    return { body: undefined };
  });

export const open = () =>
  deleteWebhookHandler(buildDeleteWebhook(createDocumentClient(), tablesOf(deleteWebhook.access)));

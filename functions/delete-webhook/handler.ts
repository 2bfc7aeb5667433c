import { operation } from '../../lib/http/operation.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { deleteWebhook } from './contract.ts';
import { buildDeleteWebhook, type DeleteWebhook } from './store.ts';

/** Answers deleteWebhook from storage. */
export const deleteWebhookHandler = (remove: DeleteWebhook) =>
  operation(deleteWebhook, async ({ accountId, path: { webhookId }, headers }) => {
    await remove(webhookId, { accountId, ifMatch: headers['If-Match'] });
    return { body: undefined };
  });

export const open = () =>
  deleteWebhookHandler(
    buildDeleteWebhook(createDocumentClient(), {
      webhooks: tableName('webhooks'),
      webhookSecrets: tableName('webhookSecrets'),
    }),
  );

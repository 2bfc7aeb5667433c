import { operation } from '../../lib/http/operation.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { toWebhook } from '../../lib/webhooks/stored-webhook.ts';
import { listWebhooks } from './contract.ts';
import { buildListWebhooks, type ListWebhooks } from './store.ts';

/** Answers listWebhooks from storage. */
export const listWebhooksHandler = (list: ListWebhooks) =>
  operation(listWebhooks, async ({ accountId }) => ({
    body: (await list(accountId)).map(toWebhook),
  }));

export const open = () =>
  listWebhooksHandler(buildListWebhooks(createDocumentClient(), tableName('webhooks')));

import { operation } from '../../lib/http/operation.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tablesOf } from '../../lib/storage/tables.ts';
import { toWebhook } from '../../lib/webhooks/stored-webhook.ts';
import { listWebhooks } from './contract.ts';
import { buildListWebhooks, type ListWebhooks } from './store.ts';

export const listWebhooksHandler = (list: ListWebhooks) =>
  operation(listWebhooks, async ({ caller }) => ({
    body: (await list(caller.accountId)).map(toWebhook),
  }));

export const open = () =>
  listWebhooksHandler(buildListWebhooks(createDocumentClient(), tablesOf(listWebhooks.access)));

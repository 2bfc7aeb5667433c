import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { toWebhook } from '../../lib/webhooks/stored-webhook.ts';
import { listWebhooks } from './contract.ts';
import { buildListWebhooks, type ListWebhooks } from './store.ts';

export const listWebhooksHandler = (list: ListWebhooks) =>
  operation(listWebhooks, async ({ caller }) => ({
    body: (await list(caller.accountId)).map(toWebhook),
  }));

export const open = () => listWebhooksHandler(openStorage(listWebhooks.access, buildListWebhooks));

import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { toWebhook } from '../../lib/webhooks/stored-webhook.ts';
import { listWebhooks } from './contract.ts';
import { buildListWebhooks } from './store.ts';

export const open = (list = openStorage(listWebhooks.access, buildListWebhooks)) =>
  operation(listWebhooks, async ({ caller }) => ({
    body: (await list(caller.accountId)).map(toWebhook),
  }));

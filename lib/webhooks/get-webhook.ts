import { RequestError } from '../errors/request-error.ts';
import { getItem } from '../storage/get-item.ts';
import type { Build } from '../storage/tables.ts';
import { WebhookState } from './stored-webhook.ts';

/** Strongly consistent. One round trip. @throws RequestError `webhook_not_found` */
export type GetWebhook = (accountId: string, id: string) => Promise<WebhookState>;

export const buildGetWebhook: Build<'webhooks', GetWebhook> =
  (client, tables) => async (accountId, id) => {
    const webhook = await getItem(client, tables, 'webhooks', { accountId, id }, WebhookState);
    if (webhook === undefined) throw new RequestError('webhook_not_found');
    return webhook;
  };

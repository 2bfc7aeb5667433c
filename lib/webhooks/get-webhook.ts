import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { RequestError } from '../request-error.ts';
import { parseItem } from '../stored-item.ts';
import { WEBHOOK_KEY_ATTRIBUTES, WebhookState } from './stored-webhook.ts';

/**
 * Gets a webhook of an account, strongly consistent. One round trip.
 * @throws RequestError `webhook_not_found` if the account has no webhook with this id
 * @throws MalformedItemError if what is stored is not a webhook
 * @throws the errors of `lib/storage-errors.ts`
 */
export type GetWebhook = (accountId: string, id: string) => Promise<WebhookState>;

/** Builds getWebhook over the `webhooks` table. */
export const buildGetWebhook =
  (client: DynamoDBDocumentClient, table: string): GetWebhook =>
  async (accountId, id) => {
    const { Item } = await client.send(
      new GetCommand({ TableName: table, Key: { accountId, id }, ConsistentRead: true }),
    );
    if (Item === undefined) throw new RequestError('webhook_not_found');
    return parseItem(WebhookState, Item, { table, keyAttributes: WEBHOOK_KEY_ATTRIBUTES });
  };

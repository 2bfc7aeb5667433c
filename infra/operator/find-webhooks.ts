import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { buildParseItems } from '../../lib/storage/parse-item.ts';
import { WebhookItem } from '../../lib/webhooks/stored-webhook.ts';
import { WEBHOOK_ID_PREFIX } from '../../lib/webhooks/webhook.ts';

/** What is known of a webhook: the host that it sends to, the `webhook-id` that it sends now, or the key that last set its `url` or `secret`. */
export interface Complaint {
  readonly host?: string | undefined;
  readonly message?: string | undefined;
  readonly keyId?: string | undefined;
}

/**
 * Finds the webhooks of all accounts that a receiver complains about, or that a key set. It reads the whole table,
 * strongly consistent: a unit for each 4 KB.
 * @throws the errors of `lib/errors/storage-errors.ts`
 */
export const findWebhooks = async (
  client: DynamoDBDocumentClient,
  table: string,
  { host, message, keyId }: Complaint,
): Promise<readonly WebhookItem[]> => {
  const parse = buildParseItems(WebhookItem, { table, name: 'webhooks' });
  const found: WebhookItem[] = [];
  const pages = paginateScan(
    { client },
    {
      TableName: table,
      ConsistentRead: true,
      FilterExpression: 'begins_with(id, :prefix)',
      ExpressionAttributeValues: { ':prefix': WEBHOOK_ID_PREFIX },
    },
  );
  for await (const { Items = [] } of pages) {
    found.push(
      ...parse(Items).filter(
        ({ url, pending, urlBy, secretBy }) =>
          (host === undefined || new URL(url).hostname === host) &&
          (message === undefined || pending?.id === message) &&
          (keyId === undefined || urlBy === keyId || secretBy === keyId),
      ),
    );
  }
  return found;
};

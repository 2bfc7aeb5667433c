import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { buildParseItems } from '../../lib/storage/parse-item.ts';
import { WebhookState } from '../../lib/webhooks/stored-webhook.ts';
import { WEBHOOK_ID_PREFIX } from '../../lib/webhooks/webhook.ts';

/**
 * Lists all webhooks of an account in ascending order of id, strongly consistent. One round trip: they take less than
 * the megabyte that it may read. A malformed item is left out, with a line in the log.
 * @throws the errors of `lib/errors/storage-errors.ts`
 */
export type ListWebhooks = (accountId: string) => Promise<readonly WebhookState[]>;

/** Builds listWebhooks over the `webhooks` table. */
export const buildListWebhooks = (client: DynamoDBDocumentClient, table: string): ListWebhooks => {
  const parse = buildParseItems(WebhookState, { table, name: 'webhooks' });

  return async (accountId) => {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: table,
        ConsistentRead: true,
        KeyConditionExpression: 'accountId = :account AND begins_with(id, :prefix)',
        ExpressionAttributeValues: { ':account': accountId, ':prefix': WEBHOOK_ID_PREFIX },
      }),
    );
    return parse(Items);
  };
};

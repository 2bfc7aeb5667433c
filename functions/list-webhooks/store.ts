import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { buildParseItems } from '../../lib/storage/parse-item.ts';
import type { Build } from '../../lib/storage/tables.ts';
import { WebhookState } from '../../lib/webhooks/stored-webhook.ts';
import { WEBHOOK_ID_PREFIX } from '../../lib/webhooks/webhook.ts';

/**
 * Lists all webhooks of an account in ascending order of id, strongly consistent. One round trip: they take less than
 * the megabyte that it may read. A malformed item is left out, with a line in the log.
 */
export type ListWebhooks = (accountId: string) => Promise<readonly WebhookState[]>;

export const buildListWebhooks: Build<'webhooks', ListWebhooks> = (client, { webhooks }) => {
  const parse = buildParseItems(WebhookState, { table: webhooks, name: 'webhooks' });

  return async (accountId) => {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: webhooks,
        ConsistentRead: true,
        KeyConditionExpression: 'accountId = :account AND begins_with(id, :prefix)',
        ExpressionAttributeValues: { ':account': accountId, ':prefix': WEBHOOK_ID_PREFIX },
      }),
    );
    return parse(Items);
  };
};

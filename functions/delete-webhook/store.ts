import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { UNSURE } from '../../lib/dynamodb.ts';
import { type Change, changeCondition, checkChange, OwnedItem } from '../../lib/owned-item.ts';
import { StorageTimeoutError } from '../../lib/storage-errors.ts';
import { parseItem } from '../../lib/stored-item.ts';
import { transact } from '../../lib/transaction.ts';
import { countDeleted } from '../../lib/webhooks/count-webhook.ts';
import { WEBHOOK_KEY_ATTRIBUTES } from '../../lib/webhooks/stored-webhook.ts';

/**
 * Deletes a webhook of an account, with its secret. One round trip.
 * @throws RequestError `webhook_not_found` or `precondition_failed`, in this order
 * @throws MalformedItemError if what is stored has no revision
 * @throws the errors of `lib/storage-errors.ts`
 */
export type DeleteWebhook = (id: string, change: Change) => Promise<void>;

/** Builds deleteWebhook over the tables `webhooks` and `webhookSecrets`. */
export const buildDeleteWebhook =
  (
    client: DynamoDBDocumentClient,
    tables: Readonly<Record<'webhookSecrets' | 'webhooks', string>>,
  ): DeleteWebhook =>
  async (id, change) => {
    const table = tables.webhooks;
    const { accountId } = change;
    const failed = await transact(client, {
      webhook: {
        Delete: {
          TableName: table,
          Key: { accountId, id },
          ...changeCondition(change),
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
      secret: { Delete: { TableName: tables.webhookSecrets, Key: { webhookId: id } } },
      count: countDeleted(table, accountId),
    });
    if (failed === undefined) return;
    const { item, unsure } = failed.webhook ?? {};
    if (unsure) throw new StorageTimeoutError(UNSURE);
    const webhook =
      item && parseItem(OwnedItem, item, { table, keyAttributes: WEBHOOK_KEY_ATTRIBUTES });
    checkChange(webhook, change, 'webhook_not_found');
    throw new Error('The condition of a delete did not hold');
  };

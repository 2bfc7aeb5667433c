import { StorageTimeoutError } from '../../lib/errors/storage-errors.ts';
import {
  checkPrecondition,
  OwnedItem,
  type Precondition,
  preconditionExpression,
} from '../../lib/revisions/precondition.ts';
import { UNSURE } from '../../lib/storage/document-client.ts';
import { parseItem } from '../../lib/storage/parse-item.ts';
import type { Build, ItemKey } from '../../lib/storage/tables.ts';
import { transact } from '../../lib/storage/transact.ts';
import { countDeleted } from '../../lib/webhooks/count-webhook.ts';

/** With its secret. One round trip. @throws RequestError `webhook_not_found` or `precondition_failed`, in this order */
export type DeleteWebhook = (id: string, precondition: Precondition) => Promise<void>;

export const buildDeleteWebhook: Build<'webhookSecrets' | 'webhooks', DeleteWebhook> =
  (client, tables) => async (id, precondition) => {
    const { accountId } = precondition;
    const failed = await transact(client, {
      webhook: {
        Delete: {
          TableName: tables.webhooks,
          Key: { accountId, id } satisfies ItemKey<'webhooks'>,
          ...preconditionExpression(precondition),
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
      secret: {
        Delete: {
          TableName: tables.webhookSecrets,
          Key: { webhookId: id } satisfies ItemKey<'webhookSecrets'>,
        },
      },
      count: countDeleted(tables, accountId),
    });
    if (failed === undefined) return;
    const { item, unsure } = failed.webhook ?? {};
    if (unsure) throw new StorageTimeoutError(UNSURE);
    const webhook =
      item && parseItem(OwnedItem, item, { table: tables.webhooks, name: 'webhooks' });
    checkPrecondition(webhook, precondition, 'webhook_not_found');
    throw new Error('The condition of a delete did not hold');
  };

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { RequestError } from '../../lib/errors/request-error.ts';
import { StorageUnavailableError } from '../../lib/errors/storage-errors.ts';
import { logName, oldestKept, readHead } from '../../lib/events/log-head.ts';
import { type Clock, systemClock } from '../../lib/process/clock.ts';
import { MAX_ATTEMPTS, pause } from '../../lib/process/retry-pause.ts';
import {
  checkPrecondition,
  type Precondition,
  preconditionExpression,
} from '../../lib/revisions/precondition.ts';
import type { ItemKey, TablesOf } from '../../lib/storage/tables.ts';
import { transact } from '../../lib/storage/transact.ts';
import { formerValueOf, updateExpression } from '../../lib/storage/update-expression.ts';
import { buildGetWebhook } from '../../lib/webhooks/get-webhook.ts';
import type { WebhookState } from '../../lib/webhooks/stored-webhook.ts';
import { typesFault } from '../../lib/webhooks/webhook-members.ts';
import { changedWebhook, type VisiblePatch } from './changed-webhook.ts';
import type { updateWebhook, WebhookPatch } from './contract.ts';

/** How long a secret signs after it was replaced: a day, in ms. */
const FORMER_MS = 24 * 60 * 60 * 1000;

/**
 * Changes a webhook of an account. Two round trips, and one more where its place in the log matters; more where
 * deliveries change it meanwhile.
 * @param keyId the key that changes it
 * @returns the webhook as it is then
 * @throws RequestError `webhook_not_found` or `precondition_failed`, in this order, or `validation_failed` if its types
 * or its place are not of its log
 */
export type UpdateWebhook = (
  id: string,
  patch: WebhookPatch,
  precondition: Precondition,
  keyId: string,
) => Promise<WebhookState>;

export const buildUpdateWebhook = (
  client: DynamoDBDocumentClient,
  tables: TablesOf<typeof updateWebhook.access>,
  clock: Clock = systemClock,
): UpdateWebhook => {
  const get = buildGetWebhook(client, tables);

  const check = async (webhook: WebhookState, patch: VisiblePatch): Promise<void> => {
    const { about, accountId, status } = webhook;
    const fault = patch.types && typesFault(about, patch.types);
    if (fault) throw new RequestError('validation_failed', `types ${fault}.`);
    // While a webhook is disabled, the log may lose what it did not deliver.
    const resumes = patch.status === 'enabled' && status === 'disabled';
    if (patch.delivered === undefined && !resumes) return;
    const { delivered = webhook.delivered } = patch;
    const head = await readHead(client, tables, logName(about, accountId));
    const first = oldestKept(head, clock()) - 1n;
    if (first <= delivered && delivered <= head.newest) return;
    throw new RequestError(
      'validation_failed',
      `delivered must be from ${first} to ${head.newest}, where events are kept, and not ${delivered}.`,
    );
  };

  /**
   * The part of a transaction that replaces a webhook's secret without reading it. Its condition fails if the webhook has
   * this secret already: then the former one must stay.
   */
  const replaceSecret = (webhookId: string, secret: string, now: Date) => ({
    Update: {
      TableName: tables.webhookSecrets,
      Key: { webhookId } satisfies ItemKey<'webhookSecrets'>,
      ...updateExpression(
        { secret, former: formerValueOf('secret'), formerUntil: now.getTime() + FORMER_MS },
        { ConditionExpression: '#secret <> :secret' },
      ),
    },
  });

  /** Writes a webhook after a patch, if it is still as before. Returns it, and the parts whose conditions did not hold. */
  const write = async (before: WebhookState, { secret, ...patch }: WebhookPatch, keyId: string) => {
    const { accountId, id, revision } = before;
    const now = clock();
    const { after, attributes } = changedWebhook(before, patch, now);
    const failed = await transact(client, {
      webhook: {
        Update: {
          TableName: tables.webhooks,
          Key: { accountId, id } satisfies ItemKey<'webhooks'>,
          ...updateExpression(
            {
              ...attributes,
              // Who sends the same again has not set it.
              ...(after.url !== before.url && { urlBy: keyId }),
              ...(secret && { secretBy: keyId }),
            },
            preconditionExpression({ accountId, ifMatch: [revision] }),
          ),
        },
      },
      ...(secret && { secret: replaceSecret(id, secret, now) }),
    });
    return { after, failed };
  };

  return async (id, input, precondition, keyId) => {
    const isEmpty = Object.values(input).every((value) => value === undefined);
    let patch = input;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const before = await get(precondition.accountId, id);
      checkPrecondition(before, precondition, 'webhook_not_found');
      if (isEmpty) return before;
      await check(before, patch);
      const { after, failed } = await write(before, patch, keyId);
      if (failed === undefined) return after;
      if (failed.webhook === undefined) {
        // It has this secret already.
        patch = { ...patch, secret: undefined };
        continue;
      }
      // A revision is never used again, so no earlier attempt can still take effect.
      await pause(attempt);
    }
    throw new StorageUnavailableError('Another write changed the webhook before each attempt');
  };
};

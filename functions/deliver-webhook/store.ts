import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type Clock, systemClock } from '../../lib/process/clock.ts';
import { newRevision } from '../../lib/revisions/revision.ts';
import { getItem } from '../../lib/storage/get-item.ts';
import type { ItemKey, Tables } from '../../lib/storage/tables.ts';
import {
  type AttributeChanges,
  hasValues,
  updateExpression,
} from '../../lib/storage/update-expression.ts';
import { updateIf } from '../../lib/storage/update-if.ts';
import {
  DUE,
  type Lease,
  type Pending,
  WebhookItem,
  type WebhookKey,
  WebhookSecrets,
} from '../../lib/webhooks/stored-webhook.ts';
import { type Failures, lastFailure } from './retry.ts';

/** The right to deliver, and what. */
export interface Claim {
  readonly webhook: WebhookItem;
  readonly lease: Lease;
  readonly pending: Pending;
}

/** Each write changes one of these. If both are as they were read, there was no other write. */
const unchanged = ({ revision, touched }: WebhookItem) => ({ revision, touched });

/** A failed webhook is due at its next attempt. Without one it is disabled. */
const afterFailure = ({ failing, pause, failedFor }: Failures): AttributeChanges => ({
  failing,
  pause,
  failedFor,
  revision: newRevision(),
  lease: undefined,
  ...(failing?.nextAttemptAt === undefined
    ? { status: 'disabled', log: undefined, due: undefined, dueAt: undefined }
    : { dueAt: Date.parse(failing.nextAttemptAt) }),
});

const Closing = z.object({ closedAt: z.optional(z.string()) });

/**
 * Webhooks in DynamoDB, as their delivery needs them. Each write is one conditional update, and returns whether it took
 * effect: if not, another has changed the webhook meanwhile.
 */
export const buildDeliveryStore = (
  client: DynamoDBDocumentClient,
  tables: Tables<'accounts' | 'webhookSecrets' | 'webhooks'>,
  clock: Clock = systemClock,
) => {
  const update = async (
    { accountId, id }: WebhookKey,
    changes: AttributeChanges,
    expected: Readonly<Record<string, unknown>>,
  ): Promise<boolean> => {
    const updated = await updateIf(client, {
      TableName: tables.webhooks,
      Key: { accountId, id } satisfies ItemKey<'webhooks'>,
      ...updateExpression(
        { ...changes, asked: undefined, touched: newRevision() },
        hasValues(expected),
      ),
    });
    return updated !== undefined;
  };

  return {
    /** One strongly consistent read; undefined if there is none. */
    read: ({ accountId, id }: WebhookKey): Promise<WebhookItem | undefined> =>
      getItem(client, tables, 'webhooks', { accountId, id }, WebhookItem),

    isOpen: async (accountId: string): Promise<boolean> => {
      const only = ['accountId', 'closedAt'];
      const account = await getItem(client, tables, 'accounts', { accountId }, Closing, { only });
      return account !== undefined && account.closedAt === undefined;
    },

    /** The secrets that sign now, the newest first. None if the webhook has been deleted. */
    secrets: async (webhookId: string): Promise<readonly string[]> => {
      const found = await getItem(client, tables, 'webhookSecrets', { webhookId }, WebhookSecrets);
      if (found === undefined) return [];
      const { secret, former, formerUntil = 0n } = found;
      return former !== undefined && formerUntil > clock().getTime() ? [secret, former] : [secret];
    },

    /** Takes the lease, if nothing has changed. */
    claim: ({ webhook, lease, pending }: Claim): Promise<boolean> => {
      // If this delivery stops, a wake or a sweep looks at it then. The index is written only if needed.
      const { dueAt = 0n } = webhook;
      const isSoon = dueAt > clock().getTime() && dueAt <= lease.until + 60_000n;
      const due = isSoon ? {} : { due: DUE, dueAt: lease.until };
      return update(webhook, { lease, pending, ...due }, unchanged(webhook));
    },

    /** Moves past events that its types exclude, if nothing has changed. */
    skip: (webhook: WebhookItem, delivered: bigint): Promise<boolean> =>
      update(webhook, { delivered, revision: newRevision() }, unchanged(webhook)),

    /**
     * Ends work on it, if nothing has changed: the next look at it is when an event wakes it.
     * @param dueAt when a sweep looks at it in any case. @default - never
     */
    rest: (webhook: WebhookItem, dueAt?: Date): Promise<boolean> =>
      update(
        webhook,
        { due: dueAt && DUE, dueAt: dueAt?.getTime(), lease: undefined },
        unchanged(webhook),
      ),

    /** Disables it for a reason, if nothing has changed. */
    disable: (webhook: WebhookItem, error: string): Promise<boolean> => {
      const failing = lastFailure(webhook, { error }, clock());
      return update(webhook, afterFailure({ failing }), unchanged(webhook));
    },

    /** Ends a delivery that was accepted, unless its client has replaced it meanwhile. */
    accept: ({ webhook, lease, pending }: Claim): Promise<boolean> =>
      update(
        webhook,
        {
          delivered: pending.last,
          revision: newRevision(),
          lease: undefined,
          pending: undefined,
          failing: undefined,
          failingSince: undefined,
          pause: undefined,
          failedFor: undefined,
        },
        { 'lease.token': lease.token, 'pending.id': pending.id },
      ),

    /** Ends a delivery that failed, unless its client has changed the webhook meanwhile: then it is tried at once. */
    fail: ({ webhook, lease }: Claim, failures: Failures): Promise<boolean> =>
      update(webhook, afterFailure(failures), {
        'lease.token': lease.token,
        revision: webhook.revision,
      }),

    release: ({ webhook, lease }: Claim): Promise<boolean> =>
      update(webhook, { lease: undefined }, { 'lease.token': lease.token }),
  };
};

export type DeliveryStore = ReturnType<typeof buildDeliveryStore>;

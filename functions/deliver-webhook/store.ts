import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { newRevision } from '../../lib/revision.ts';
import { parseItem } from '../../lib/stored-item.ts';
import {
  DUE,
  type Lease,
  type Pending,
  WEBHOOK_KEY_ATTRIBUTES,
  WebhookItem,
  WebhookSecrets,
} from '../../lib/webhooks/stored-webhook.ts';
import type { Failing } from '../../lib/webhooks/webhook.ts';

/** Names a webhook. */
export type WebhookKey = Pick<WebhookItem, 'accountId' | 'id'>;

/** The right to deliver, and what. */
export interface Claim {
  readonly webhook: WebhookItem;
  readonly lease: Lease;
  readonly pending: Pending;
}

/**
 * Webhooks in DynamoDB, as their delivery needs them. Each write is one conditional update, and returns whether it took
 * effect: if not, another has changed the webhook meanwhile. Its functions throw the errors of `lib/storage-errors.ts`.
 */
export interface DeliveryStore {
  /** One strongly consistent read; undefined if there is none. */
  readonly read: (key: WebhookKey) => Promise<WebhookItem | undefined>;
  /** Whether an account is still open. */
  readonly isOpen: (accountId: string) => Promise<boolean>;
  /** The secrets that sign now, the newest first. None if the webhook has been deleted. */
  readonly secrets: (webhookId: string) => Promise<readonly string[]>;
  /** Takes the lease, if nothing has changed. */
  readonly claim: (claim: Claim) => Promise<boolean>;
  /** Goes on in the log after events that are left out, if nothing has changed. */
  readonly skip: (webhook: WebhookItem, delivered: bigint) => Promise<boolean>;
  /**
   * Has nobody look at it until it is woken, if nothing has changed.
   * @param dueAt or until then: ms from 1970 on
   */
  readonly rest: (webhook: WebhookItem, dueAt?: bigint) => Promise<boolean>;
  /** Disables it, if nothing has changed. */
  readonly disable: (webhook: WebhookItem, failing: Failing) => Promise<boolean>;
  /** Ends a delivery that was accepted, unless its client has replaced it meanwhile. */
  readonly accept: (claim: Claim) => Promise<boolean>;
  /** Ends a delivery that failed, unless its client has changed the webhook meanwhile: then it is tried at once. */
  readonly fail: (claim: Claim, failing: Failing) => Promise<boolean>;
  /** Gives the lease back. */
  readonly release: (claim: Claim) => Promise<boolean>;
}

/** What is the same as when it was read, as long as nobody but the reader writes. */
const unchanged = ({ revision, touched }: WebhookItem) => ({ revision, touched });

/** A failed webhook is due at its next attempt. Without one it is disabled. */
const afterFailure = (failing: Failing): Changes =>
  failing.nextAttemptAt === undefined
    ? {
        failing,
        status: 'disabled',
        revision: newRevision(),
        log: undefined,
        due: undefined,
        dueAt: undefined,
        lease: undefined,
      }
    : {
        failing,
        revision: newRevision(),
        dueAt: Date.parse(failing.nextAttemptAt),
        lease: undefined,
      };

/** Builds the store over the deployed names of the tables. */
export const buildDeliveryStore = (
  client: DynamoDBDocumentClient,
  tables: Readonly<Record<'accounts' | 'webhookSecrets' | 'webhooks', string>>,
  clock: () => number = Date.now,
): DeliveryStore => {
  const get = async (table: string, key: Readonly<Record<string, string>>, only?: string) => {
    const { Item } = await client.send(
      new GetCommand({
        TableName: table,
        Key: key,
        ConsistentRead: true,
        ProjectionExpression: only,
      }),
    );
    return Item;
  };

  const update = async (
    { accountId, id }: WebhookKey,
    changes: Changes,
    expected: Expected,
  ): Promise<boolean> => {
    const command = new UpdateCommand({
      TableName: tables.webhooks,
      Key: { accountId, id },
      ...expressions({ ...changes, asked: undefined, touched: newRevision() }, expected),
    });
    try {
      await client.send(command);
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  };

  return {
    read: async ({ accountId, id }) => {
      const item = await get(tables.webhooks, { accountId, id });
      const location = { table: tables.webhooks, keyAttributes: WEBHOOK_KEY_ATTRIBUTES };
      return item && parseItem(WebhookItem, item, location);
    },

    isOpen: async (accountId) => {
      const account = await get(tables.accounts, { accountId }, 'accountId, closedAt');
      return account !== undefined && account['closedAt'] === undefined;
    },

    secrets: async (webhookId) => {
      const item = await get(tables.webhookSecrets, { webhookId });
      if (item === undefined) return [];
      const location = { table: tables.webhookSecrets, keyAttributes: ['webhookId'] };
      const { secret, former, formerUntil = 0n } = parseItem(WebhookSecrets, item, location);
      return former !== undefined && formerUntil > clock() ? [secret, former] : [secret];
    },

    claim: ({ webhook, lease, pending }) => {
      // A wake or a sweep looks at it then, if this one stops. An index is written only where it must be.
      const isLater = webhook.dueAt !== undefined && webhook.dueAt > clock();
      const due = isLater ? {} : { due: DUE, dueAt: lease.until };
      return update(webhook, { lease, pending, ...due }, unchanged(webhook));
    },

    skip: (webhook, delivered) =>
      update(webhook, { delivered, revision: newRevision() }, unchanged(webhook)),

    rest: (webhook, dueAt) =>
      update(webhook, { due: dueAt && DUE, dueAt, lease: undefined }, unchanged(webhook)),

    disable: (webhook, failing) => update(webhook, afterFailure(failing), unchanged(webhook)),

    accept: ({ webhook, lease, pending }) =>
      update(
        webhook,
        {
          delivered: pending.last,
          revision: newRevision(),
          lease: undefined,
          pending: undefined,
          failing: undefined,
        },
        { 'lease.token': lease.token, 'pending.id': pending.id },
      ),

    fail: ({ webhook, lease }, failing) =>
      update(webhook, afterFailure(failing), {
        'lease.token': lease.token,
        revision: webhook.revision,
      }),

    release: ({ webhook, lease }) =>
      update(webhook, { lease: undefined }, { 'lease.token': lease.token }),
  };
};

/** Attributes and their values afterwards. Those that are undefined are removed. */
type Changes = Readonly<Record<string, unknown>>;

/** Attributes, or members of them, and their values before. Those that are undefined are not there. */
type Expected = Readonly<Record<string, unknown>>;

const isDefined = ([, value]: readonly [string, unknown]): boolean => value !== undefined;

const nameOf = (path: string): string => path.replaceAll(/\w+/g, '#$&');

const expressions = (changes: Changes, expected: Expected) => {
  const { set = [], remove = [] } = Object.groupBy(Object.entries(changes), (change) =>
    isDefined(change) ? 'set' : 'remove',
  );
  const conditions = Object.entries(expected);
  const paths = [...set, ...remove, ...conditions].flatMap(([path]) => path.split('.'));
  const placeholder = (path: string) => `:was_${path.replace('.', '_')}`;
  return {
    UpdateExpression: [
      set.length > 0 && `SET ${set.map(([name]) => `#${name} = :${name}`)}`,
      remove.length > 0 && `REMOVE ${remove.map(([name]) => `#${name}`)}`,
    ]
      .filter(Boolean)
      .join(' '),
    ConditionExpression: conditions
      .map((condition) =>
        isDefined(condition)
          ? `${nameOf(condition[0])} = ${placeholder(condition[0])}`
          : `attribute_not_exists(${nameOf(condition[0])})`,
      )
      .join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(paths.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries([
      ...set.map(([name, value]) => [`:${name}`, value]),
      ...conditions.filter(isDefined).map(([path, value]) => [placeholder(path), value]),
    ]),
  };
};

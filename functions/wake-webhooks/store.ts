import {
  type DynamoDBDocumentClient,
  paginateQuery,
  paginateScan,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { readHead } from '../../lib/events/log-head.ts';
import { TIME_BUDGET } from '../../lib/process/time-budget.ts';
import { waitForAll } from '../../lib/process/wait-for-all.ts';
import { newRevision } from '../../lib/revisions/revision.ts';
import { WEBHOOKS_BY_DUE, WEBHOOKS_BY_LOG } from '../../lib/storage/tables.ts';
import { hasValues, updateExpression } from '../../lib/storage/update-expression.ts';
import { updateIf } from '../../lib/storage/update-if.ts';
import { DUE, isHeld, Lease, type WebhookKey } from '../../lib/webhooks/stored-webhook.ts';

const Found = z.object({ accountId: z.string(), id: z.string() });

const Overdue = z.object({ ...Found.shape, dueAt: z.bigint() });

/** An hour of sweeps: each looks at one slice of all webhooks, the next one at the next slice. */
const SLICES = 60;

const SWEEP_MS = 60_000;

const Sliced = z.object({
  ...Found.shape,
  log: z.string(),
  delivered: z.bigint(),
  lease: z.optional(Lease),
});

/** Webhooks in DynamoDB, as waking needs them. Its functions throw the errors of `lib/errors/storage-errors.ts`. */
export interface WakeStore {
  /** Those that are enabled for a log. Reads the index, which shows a change a moment later. */
  readonly ofLog: (log: string) => Promise<readonly WebhookKey[]>;
  /**
   * Notes that a webhook has something to deliver.
   * @returns false if no delivery has to be started: it is deleted or disabled, its last delivery failed and will be tried
   * again, or one is under way and will look again
   */
  readonly wake: (key: WebhookKey) => Promise<boolean>;
  /** Those that are due, the longest overdue first. Reads the index. */
  readonly due: () => Promise<readonly z.infer<typeof Overdue>[]>;
  /**
   * Those of the slice of this minute that are enabled, not failing, and behind their log, though nobody delivers to them.
   * One unit for each 4 KB of the slice, and one for each of its logs.
   */
  readonly behind: () => Promise<readonly WebhookKey[]>;
}

/** What the store may be given. */
interface WakeStoreOptions {
  /** Ms from 1970 on. @default Date.now */
  readonly clock?: () => number;
  /** Minutes in which sweeps look at all webhooks. @default 60 */
  readonly slices?: number;
}

/** Builds the store over these tables. */
export const buildWakeStore = (
  client: DynamoDBDocumentClient,
  tables: Readonly<Record<'events' | 'webhooks', string>>,
  { clock = Date.now, slices = SLICES }: WakeStoreOptions = {},
): WakeStore => {
  const query = async (request: Omit<QueryCommandInput, 'TableName'>) => {
    const items: unknown[] = [];
    for await (const page of paginateQuery(
      { client },
      { TableName: tables.webhooks, ...request },
    )) {
      items.push(...(page.Items ?? []));
    }
    return items;
  };

  /** The table has no index of all webhooks, which would cost more writes than these reads. */
  const scanSlice = async () => {
    const items: unknown[] = [];
    const pages = paginateScan(
      { client },
      {
        TableName: tables.webhooks,
        ConsistentRead: true,
        Segment: Math.floor(clock() / SWEEP_MS) % slices,
        TotalSegments: slices,
        FilterExpression: '#status = :enabled AND attribute_not_exists(failing)',
        ProjectionExpression: 'accountId, id, #log, delivered, lease',
        ExpressionAttributeNames: { '#log': 'log', '#status': 'status' },
        ExpressionAttributeValues: { ':enabled': 'enabled' },
      },
    );
    for await (const { Items = [] } of pages) items.push(...Items);
    return items;
  };

  return {
    ofLog: async (log) => {
      const found = await query({
        IndexName: WEBHOOKS_BY_LOG,
        KeyConditionExpression: '#log = :log',
        ExpressionAttributeNames: { '#log': 'log' },
        ExpressionAttributeValues: { ':log': log },
      });
      return z.array(Found).parse(found);
    },

    wake: async ({ accountId, id }) => {
      const update = updateExpression(
        // Its delivery is started next, and looks at once. If that is lost, a sweep looks when it is due.
        { due: DUE, dueAt: clock() + TIME_BUDGET.lease, touched: newRevision() },
        hasValues({ status: 'enabled', lease: undefined, failing: undefined }),
      );
      const request = { TableName: tables.webhooks, Key: { accountId, id }, ...update };
      const woken = await updateIf(client, request);
      return woken !== undefined;
    },

    due: async () => {
      const found = await query({
        IndexName: WEBHOOKS_BY_DUE,
        KeyConditionExpression: 'due = :due AND dueAt <= :now',
        ExpressionAttributeValues: { ':due': DUE, ':now': clock() },
      });
      return z.array(Overdue).parse(found);
    },

    behind: async () => {
      const webhooks = z.array(Sliced).parse(await scanSlice());
      const logs = [...new Set(webhooks.map(({ log }) => log))];
      const heads = await waitForAll(logs.map((log) => readHead(client, tables.events, log)));
      const newest = new Map(logs.map((log, index) => [log, heads[index]?.newest ?? 0n]));
      return webhooks.filter(
        ({ log, delivered, lease }) =>
          delivered < (newest.get(log) ?? 0n) && !isHeld(lease, clock()),
      );
    },
  };
};

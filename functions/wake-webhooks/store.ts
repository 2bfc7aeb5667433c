import {
  type DynamoDBDocumentClient,
  paginateQuery,
  paginateScan,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { readHead } from '../../lib/events/log-head.ts';
import { type Clock, systemClock } from '../../lib/process/clock.ts';
import { TIME_BUDGET } from '../../lib/process/time-budget.ts';
import { newRevision } from '../../lib/revisions/revision.ts';
import { buildParseItems } from '../../lib/storage/parse-item.ts';
import type { IndexName, ItemKey, Tables } from '../../lib/storage/tables.ts';
import { allOf, hasValues, updateExpression } from '../../lib/storage/update-expression.ts';
import { updateIf } from '../../lib/storage/update-if.ts';
import { webhooksOfLog } from '../../lib/webhooks/of-log.ts';
import { DUE, Lease, latestLease, type WebhookKey } from '../../lib/webhooks/stored-webhook.ts';

const Found = z.object({ accountId: z.string(), id: z.string() });

const Overdue = z.object({ ...Found.shape, dueAt: z.bigint() });

/** Sweeps of an hour. Each looks at one slice of all webhooks, that of its minute. */
const SLICES = 60;

const SWEEP_MS = 60_000;

const Enabled = z.object({
  ...Found.shape,
  log: z.string(),
  delivered: z.bigint(),
  lease: z.optional(Lease),
  failing: z.optional(z.unknown()),
  dueAt: z.optional(z.bigint()),
  pause: z.optional(z.bigint()),
});

/** @param options `slices`: minutes in which sweeps look at all webhooks. @default 60 */
export const buildWakeStore = (
  client: DynamoDBDocumentClient,
  tables: Tables<'events' | 'webhooks'>,
  { clock = systemClock, slices = SLICES }: { clock?: Clock; slices?: number } = {},
) => {
  const query = async (request: Omit<QueryCommandInput, 'TableName'>) => {
    const pages = paginateQuery({ client }, { TableName: tables.webhooks, ...request });
    return (await Array.fromAsync(pages)).flatMap(({ Items = [] }) => Items);
  };

  const parseEnabled = buildParseItems(Enabled, { table: tables.webhooks, name: 'webhooks' });

  return {
    /** Those that are enabled for a log. Reads the index, which shows a change a moment later. */
    ofLog: async (log: string): Promise<readonly WebhookKey[]> =>
      z.array(Found).parse(await query(webhooksOfLog(log))),

    /**
     * Notes that a webhook has something to deliver.
     * @returns false if no delivery has to be started: it is deleted or disabled, its last delivery failed and will be
     * tried again, or one is under way and will look again
     */
    wake: async ({ accountId, id }: WebhookKey): Promise<boolean> => {
      const now = clock();
      const woken = await updateIf(client, {
        TableName: tables.webhooks,
        Key: { accountId, id } satisfies ItemKey<'webhooks'>,
        ...updateExpression(
          // Its delivery is started next, and looks at once. If that is lost, a sweep looks when it is due.
          { due: DUE, dueAt: now.getTime() + TIME_BUDGET.lease, touched: newRevision() },
          allOf(hasValues({ status: 'enabled', failing: undefined }), {
            ConditionExpression: '(attribute_not_exists(lease) OR lease.#until > :latest)',
            ExpressionAttributeNames: { '#until': 'until' },
            ExpressionAttributeValues: { ':latest': latestLease(now) },
          }),
        ),
      });
      return woken !== undefined;
    },

    /** Those that are due, the longest overdue first. Reads the index. */
    due: async (): Promise<readonly z.infer<typeof Overdue>[]> => {
      const found = await query({
        IndexName: 'byDue' satisfies IndexName<'webhooks'>,
        KeyConditionExpression: 'due = :due AND dueAt <= :now',
        ExpressionAttributeValues: { ':due': DUE, ':now': clock().getTime() },
      });
      return z.array(Overdue).parse(found);
    },

    /**
     * The enabled webhooks of a minute's slice. One unit for each 4 KB of the slice. A malformed one is left out, and logged.
     * The table has no index of all webhooks, which would cost more writes than these reads.
     * @param minute any time in it
     */
    slice: async (minute: Date): Promise<readonly z.infer<typeof Enabled>[]> => {
      const pages = paginateScan(
        { client },
        {
          TableName: tables.webhooks,
          ConsistentRead: true,
          Segment: Math.floor(minute.getTime() / SWEEP_MS) % slices,
          TotalSegments: slices,
          FilterExpression: '#status = :enabled',
          ProjectionExpression: 'accountId, id, #log, delivered, lease, failing, dueAt, pause',
          ExpressionAttributeNames: { '#log': 'log', '#status': 'status' },
          ExpressionAttributeValues: { ':enabled': 'enabled' },
        },
      );
      return (await Array.fromAsync(pages)).flatMap(({ Items = [] }) => parseEnabled(Items));
    },

    /** The newest position of a log. One unit. */
    newest: async (log: string): Promise<bigint> => (await readHead(client, tables, log)).newest,
  };
};

export type WakeStore = ReturnType<typeof buildWakeStore>;

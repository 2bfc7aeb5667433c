import {
  type DynamoDBDocumentClient,
  paginateQuery,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { TIME_BUDGET } from '../../lib/process/time-budget.ts';
import { newRevision } from '../../lib/revisions/revision.ts';
import { WEBHOOKS_BY_DUE, WEBHOOKS_BY_LOG } from '../../lib/storage/tables.ts';
import { hasValues, updateExpression } from '../../lib/storage/update-expression.ts';
import { updateIf } from '../../lib/storage/update-if.ts';
import { DUE, type WebhookKey } from '../../lib/webhooks/stored-webhook.ts';

const Found = z.object({ accountId: z.string(), id: z.string() });

const Overdue = z.object({ ...Found.shape, dueAt: z.bigint() });

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
}

/** Builds the store over the `webhooks` table. */
export const buildWakeStore = (
  client: DynamoDBDocumentClient,
  table: string,
  clock: () => number = Date.now,
): WakeStore => {
  const query = async (request: Omit<QueryCommandInput, 'TableName'>) => {
    const items: unknown[] = [];
    for await (const page of paginateQuery({ client }, { TableName: table, ...request })) {
      items.push(...(page.Items ?? []));
    }
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
      const woken = await updateIf(client, { TableName: table, Key: { accountId, id }, ...update });
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
  };
};

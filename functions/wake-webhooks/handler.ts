import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod/mini';
import { withDeadline } from '../../lib/process/deadline.ts';
import { DELIVER_WEBHOOK_ENV, requireEnv } from '../../lib/process/env.ts';
import { logError, logFigures } from '../../lib/process/log.ts';
import { requestHandler } from '../../lib/process/request-handler.ts';
import { ATTEMPTS, TIME_BUDGET } from '../../lib/process/time-budget.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { WAKE_WEBHOOKS_ACCESS } from './access.ts';
import { buildWakeStore } from './store.ts';
import { buildWaker, type Start, type Waker } from './wake.ts';

const Text = z.object({ S: z.string() });

/** What a stream or a schedule sends. */
const Trigger = z.object({
  /** Of a schedule: its minute, in ISO 8601. */
  time: z.optional(z.string()),
  Records: z.optional(z.array(z.unknown())),
});

/** What is read of a stream's record, which the filters of the event source mapping chose. */
const StreamRecord = z.object({
  dynamodb: z.object({
    Keys: z.union([z.object({ log: Text }), z.object({ accountId: Text, id: Text })]),
  }),
});

/** The key of a record's item. A record that cannot be read is left out: all others would wait for it. */
const keyOf = (record: unknown) => {
  const { success, data, error } = StreamRecord.safeParse(record);
  if (success) return [data.dynamodb.Keys];
  logError('wake_left_out', error, { keys: JSON.stringify(Object(Object(record).dynamodb).Keys) });
  return [];
};

/**
 * Makes the function that streams and a schedule invoke. Where it throws, Lambda sends a stream's batch again, and it wakes
 * the same webhooks again, which does no harm.
 */
export const wakeWebhooksHandler =
  (waker: Waker) =>
  async (event: unknown): Promise<void> => {
    try {
      const deadline = AbortSignal.timeout(TIME_BUDGET.starts);
      await withDeadline(deadline, () => wake(waker, z.parse(Trigger, event)));
    } catch (error) {
      logError('not_woken', error);
      throw error;
    }
  };

const wake = async (waker: Waker, { Records, time }: z.infer<typeof Trigger>): Promise<void> => {
  if (Records === undefined) {
    const minute = time === undefined ? new Date() : new Date(time);
    logFigures('webhooks_due', { ...(await waker.sweep(minute)) });
    return;
  }
  const keys = Records.flatMap(keyOf);
  await waker.wakeLogs(new Set(keys.flatMap((key) => ('log' in key ? key.log.S : []))));
  const asked = keys.flatMap((key) =>
    'id' in key ? [[key.id.S, { accountId: key.accountId.S, id: key.id.S }] as const] : [],
  );
  await waker.startAll(new Map(asked).values());
};

export const open = () => {
  const client = new LambdaClient({ maxAttempts: ATTEMPTS, requestHandler: requestHandler() });
  const FunctionName = requireEnv(DELIVER_WEBHOOK_ENV);
  const start: Start = async (webhooks) => {
    const Payload = JSON.stringify({ webhooks });
    await client.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }));
  };
  const store = openStorage(WAKE_WEBHOOKS_ACCESS, buildWakeStore);
  return wakeWebhooksHandler(buildWaker(store, start));
};

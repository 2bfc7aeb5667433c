import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { headKey, LogHead, logName } from '../../../lib/events/log-head.ts';
import { parseItem } from '../../../lib/storage/parse-item.ts';
import { updateExpression } from '../../../lib/storage/update-expression.ts';
import { updateIf } from '../../../lib/storage/update-if.ts';
import type { OpenStage } from '../stage/stage.ts';
import { readDocuments, writeItems } from '../stage/stored-items.ts';
import { RefusedError } from '../terminal/errors.ts';

const NOT_AFTER = 'attribute_not_exists(newest) OR NOT newest > :newest';

const AccountId = z.object({ accountId: z.string() });
const Place = z.object({ log: z.string(), position: z.bigint() });

/**
 * Begins all logs of events again, empty, after all positions that a reader can have: each reader gets `events_expired`, and
 * begins a new copy. Recording goes on meanwhile. It can be repeated: a second run completes the first. The new position is
 * the time in microseconds, and a log takes some 3,000 events a second (docs/scale.md): so it is higher than any position that
 * was ever given, also of a log that is lost.
 * @returns how many logs there are, how many items were deleted, of up to 98 events each, and the new position
 * @throws RefusedError if a log is at a higher position: some of the logs may have begun again then
 * @throws MalformedItemError if an item is not of the table `accounts` or `events`
 */
export const restartLogs = async (
  { client, table }: Pick<OpenStage, 'client' | 'table'>,
  dryRun = false,
) => {
  const events = table('events');
  const position = BigInt(Date.now()) * 1000n;
  const logs = new Set([logName('pets', '')]);
  // Accounts without a log may have had one.
  for await (const read of readDocuments(client, table('accounts'))) {
    const account = parseItem(AccountId, read, { table: table('accounts'), name: 'accounts' });
    logs.add(logName('orders', account.accountId));
  }
  let count = 0;
  for await (const { log, isEvent } of readLogs(client, events)) {
    logs.add(log);
    if (isEvent) count += 1;
  }
  if (!dryRun) {
    // Webhooks find out at once.
    const changes = { newest: position, days: {}, hasWebhooks: true };
    const begin = updateExpression(changes, { ConditionExpression: NOT_AFTER });
    // The heads first: nothing can be appended before them then.
    for (const log of logs) {
      const moved = await updateIf(client, { TableName: events, Key: headKey(log), ...begin });
      if (moved === undefined) {
        throw new RefusedError(
          `The log ${log} is after position ${position}: another command restarts it, or the clock of this machine is wrong. Run this one again.`,
        );
      }
    }
    await writeItems(client, events, deletions(client, events, logs, position));
  }
  return { logs: logs.size, items: count, position };
};

/** Reads the heads and events of all logs, without the marks of what was recorded. */
async function* readLogs(client: DynamoDBDocumentClient, table: string) {
  for await (const read of readDocuments(client, table)) {
    const { log, position } = parseItem(Place, read, { table, name: 'events' });
    const isEvent = position > 0n;
    if (isEvent || LogHead.safeParse(read).success) yield { log, position, isEvent };
  }
}

/**
 * Deletes the events before the heads. Without that, readers at the last one would wait, and miss what follows. A log that is
 * new since stays as it is.
 */
async function* deletions(
  client: DynamoDBDocumentClient,
  table: string,
  logs: ReadonlySet<string>,
  newest: bigint,
) {
  for await (const { log, position, isEvent } of readLogs(client, table)) {
    if (isEvent && logs.has(log) && position <= newest) {
      yield { write: { DeleteRequest: { Key: marshall({ log, position }) } } };
    }
  }
}

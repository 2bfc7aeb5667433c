import { once } from 'node:events';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { StorageTimeoutError } from '../../lib/errors/storage-errors.ts';
import { withDeadline } from '../../lib/process/deadline.ts';
import { logError, logFigures } from '../../lib/process/log.ts';
import { TIME_BUDGET } from '../../lib/process/time-budget.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import type { Tables } from '../../lib/storage/tables.ts';
import { RECORD_EVENTS_ACCESS, type RecordedTable } from './access.ts';
import { type LogEntry, logEntryOf, OtherTableError } from './log-entry.ts';
import { type Append, buildAppend } from './sequencer.ts';

/**
 * Makes the function that streams invoke: it appends what changed to the logs. Where it throws, Lambda sends the batch
 * again, and changes that are recorded already are left out.
 */
export const recordEventsHandler =
  (append: Append, tables: Tables<RecordedTable>) =>
  async ({ Records }: Pick<DynamoDBStreamEvent, 'Records'>): Promise<void> => {
    const entries = Records.flatMap((record): readonly LogEntry[] => {
      try {
        const entry = logEntryOf(record, tables);
        return entry === undefined ? [] : [entry];
      } catch (error) {
        const isDeployedWrong = error instanceof OtherTableError;
        const keys = JSON.stringify(record.dynamodb?.Keys);
        logError(isDeployedWrong ? 'not_recorded' : 'event_left_out', error, { keys });
        if (isDeployedWrong) throw error;
        // It could not be read the next time either, and all other records would wait for it.
        return [];
      }
    });
    const logs = Map.groupBy(entries, ({ log }) => log);
    const deadline = AbortSignal.timeout(TIME_BUDGET.operation);
    // Waits for all of them if there is time: when one has failed, Lambda freezes the others.
    const results = await withDeadline(deadline, () =>
      Promise.allSettled(
        [...logs].map(([log, ofLog]) => Promise.race([append(log, ofLog), failAt(deadline)])),
      ),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed === undefined) return logEventCounts(entries);
    logError('not_recorded', failed.reason);
    throw failed.reason;
  };

/** Lambda would end the function a moment later, without a line that says why. */
const failAt = async (deadline: AbortSignal): Promise<never> => {
  await once(deadline, 'abort');
  throw new StorageTimeoutError('The function is about to reach its time limit');
};

/** Prints how many events of each type were recorded: a metric filter counts these lines. */
export const logEventCounts = (entries: readonly LogEntry[]): void => {
  const types = Map.groupBy(entries, ({ happening }) => happening.type);
  for (const [type, { length }] of types) logFigures('recorded', { type, count: length });
};

export const open = () =>
  openStorage(RECORD_EVENTS_ACCESS, (client, tables) =>
    recordEventsHandler(buildAppend(client, tables), tables),
  );

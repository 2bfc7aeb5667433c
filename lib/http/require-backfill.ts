import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { RequestError } from '../errors/request-error.ts';
import { logError } from '../process/log.ts';
import { getBackfillState } from '../storage/backfill-state.ts';
import type { Tables } from '../storage/tables.ts';

const NOT_READY =
  'This is not ready yet: the service still prepares what it stored before. Send the request again later.';

/**
 * Refuses what needs a backfill of the operation's contract, by its name, until that is done on the stage. One round trip
 * each time; none once it was done.
 * @throws RequestError `unavailable`, and logs the command to run
 */
export const buildRequireBackfill = (
  client: DynamoDBDocumentClient,
  tables: Tables<'backfills'>,
): ((name: string) => Promise<void>) => {
  const done = new Set<string>();
  return async (name) => {
    if (done.has(name)) return;
    if ((await getBackfillState(client, tables, name))?.status !== 'done') {
      logError('backfill_not_done', new Error(`Run npm run operator -- backfill ${name}`));
      throw new RequestError('unavailable', NOT_READY);
    }
    done.add(name);
  };
};

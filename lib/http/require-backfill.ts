import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { RequestError } from '../errors/request-error.ts';
import { logError } from '../process/log.ts';
import { getBackfillState } from '../storage/backfill-state.ts';
import type { Tables } from '../storage/tables.ts';
import type { Contract } from './contract.ts';

const NOT_READY =
  'This is not ready yet: the service still prepares what it stored before. Send the request again later.';

/**
 * Refuses what needs the backfill of a contract until that is done on the stage. One round trip each time; none once it
 * was done.
 * @throws RequestError `unavailable`, and logs the command to run
 */
export const buildRequireBackfill = (
  client: DynamoDBDocumentClient,
  tables: Tables<'backfills'>,
  { backfill }: Pick<Contract, 'backfill'>,
): (() => Promise<void>) => {
  let isDone = backfill === undefined;
  return async () => {
    if (isDone || backfill === undefined) return;
    const { name } = backfill;
    isDone = (await getBackfillState(client, tables, name))?.status === 'done';
    if (isDone) return;
    logError('backfill_not_done', new Error(`Run npm run operator -- backfill ${name}`));
    throw new RequestError('unavailable', NOT_READY);
  };
};

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { RequestError } from '../../lib/errors/request-error.ts';
import { buildListEvents, type ListEvents } from '../../lib/events/list-events.ts';
import { type Clock, systemClock } from '../../lib/process/clock.ts';
import type { Tables } from '../../lib/storage/tables.ts';

/**
 * Reads a page of a log as `ListEvents`, but events that are still stored have not expired, whatever this clock says: a
 * webhook whose events have expired is disabled for ever, and DynamoDB deletes them by its own clock.
 */
export const buildListStored = (
  client: DynamoDBDocumentClient,
  tables: Tables<'events'>,
  clock: Clock = systemClock,
): ListEvents => {
  const list = buildListEvents(client, tables, clock);
  const listStored = buildListEvents(client, tables, () => new Date(0));
  return async (page) => {
    try {
      return await list(page);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const stored = await listStored(page);
      if (stored.events.length === 0) throw error;
      return stored;
    }
  };
};

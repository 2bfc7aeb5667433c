import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { RequestError } from '../errors/request-error.ts';
import { type Clock, systemClock } from '../process/clock.ts';
import type { Tables } from '../storage/tables.ts';
import { type Event, LATEST } from './event.ts';
import { expiryOf, firstKeptDay, oldestKept, readHead } from './log-head.ts';
import { readSegment } from './read-segment.ts';
import { MOST_AT_ONCE } from './segment.ts';

export interface EventsPageRequest {
  readonly log: string;
  /** The page begins after this position; without it, with the oldest event that is kept. */
  readonly after: bigint | typeof LATEST | undefined;
  /** Most events on the page, 1 to 100. */
  readonly limit: number;
}

export interface EventPage {
  /** Those after the position, one after the other. */
  readonly events: readonly Event[];
  /** The next page begins after this position. */
  readonly next: bigint;
}

/**
 * Reads a page of a log, strongly consistent: never an event without the one before it. One round trip; two
 * without a position, or after one that has expired or is not in the log yet.
 * @throws RequestError `events_expired` if events after the position are no longer kept, `validation_failed` if it is
 * beyond the newest
 * @throws MalformedItemError if what is stored is not an event: to leave it out would make a gap
 */
export type ListEvents = (page: EventsPageRequest) => Promise<EventPage>;

export const buildListEvents = (
  client: DynamoDBDocumentClient,
  tables: Tables<'events'>,
  clock: Clock = systemClock,
): ListEvents => {
  const location = { table: tables.events, name: 'events' } as const;

  /**
   * The events from a position on that are kept: with gaps, if a transaction is under way. A segment is found by its last
   * position, so the first one may begin before, and the last one may end later.
   */
  const readFrom = async (log: string, first: bigint, limit: number): Promise<readonly Event[]> => {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: tables.events,
        ConsistentRead: true,
        KeyConditionExpression: '#log = :log AND #position BETWEEN :first AND :last',
        ExpressionAttributeNames: { '#log': 'log', '#position': 'position' },
        ExpressionAttributeValues: {
          ':log': log,
          ':first': first,
          // Bounds what is read where segments are large, and the limit where they are small.
          ':last': first + BigInt(limit + MOST_AT_ONCE - 2),
        },
        Limit: limit,
      }),
    );
    const expiry = expiryOf(firstKeptDay(clock()));
    const events: Event[] = [];
    for (const item of Items) {
      if (events.length >= limit) break;
      const ofSegment = readSegment(item, location, expiry);
      events.push(...ofSegment.filter(({ position }) => position >= first));
    }
    return events.slice(0, limit);
  };

  /** Throws if the reader must know why nothing follows a position. */
  const checkPosition = async (log: string, after: bigint): Promise<void> => {
    const head = await readHead(client, tables, log);
    if (after + 1n < oldestKept(head, clock())) throw new RequestError('events_expired');
    if (after <= head.newest) return;
    const message = `after is beyond the newest position, which is ${head.newest}.`;
    throw new RequestError('validation_failed', message);
  };

  return async ({ log, after, limit }) => {
    if (after === undefined || after === LATEST) {
      const head = await readHead(client, tables, log);
      if (after === LATEST) return { events: [], next: head.newest };
      const before = oldestKept(head, clock()) - 1n;
      return pageAfter(before, await readFrom(log, before + 1n, limit));
    }
    // Reads the event at the position too: if it is there, the position needs no other check.
    const found =
      after === 0n ? await readFrom(log, 1n, limit) : await readFrom(log, after, limit + 1);
    const page = pageAfter(after, found.filter(({ position }) => position > after).slice(0, limit));
    const isKnown = page.events.length > 0 || found[0]?.position === after;
    if (!isKnown) await checkPosition(log, after);
    return page;
  };
};

/** The events that follow a position without a gap: those after a gap are for the next page. */
const pageAfter = (after: bigint, found: readonly Event[]): EventPage => {
  const gap = found.findIndex(({ position }, index) => position !== after + BigInt(index + 1));
  const events = gap < 0 ? found : found.slice(0, gap);
  return { events, next: after + BigInt(events.length) };
};

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { MalformedItemError } from '../../lib/errors/storage-errors.ts';
import { headKey, type LogHead, readHead } from '../../lib/events/log-head.ts';
import { dayOf, expiryOf } from '../../lib/events/retention.ts';
import { type Clock, systemClock } from '../../lib/process/clock.ts';
import type { Tables } from '../../lib/storage/tables.ts';
import {
  type TransactionPart,
  type TransactionParts,
  transact,
} from '../../lib/storage/transact.ts';
import type { LogEntry } from './log-entry.ts';

/** Events of one transaction: with a mark for each and the head, DynamoDB takes 100 items. */
export const MOST_AT_ONCE = 49;

/** Days that a head has: the 31 that can be read, and those of clocks that are ahead. It stays below 1 KB. */
const MOST_DAYS = 33;

/**
 * Appends entries to a log, in their order, each exactly once, also if it comes again or others append at the same time. Two
 * round trips, and one more for each further 49, or if another has appended meanwhile.
 * @throws StorageError; then some of the entries may be in the log
 */
export type Append = (log: string, entries: readonly LogEntry[]) => Promise<void>;

export const buildAppend = (
  client: DynamoDBDocumentClient,
  tables: Tables<'events'>,
  clock: Clock = systemClock,
): Append => {
  const put = (Item: Readonly<Record<string, unknown>>): TransactionPart => ({
    Put: {
      TableName: tables.events,
      Item,
      ConditionExpression: 'attribute_not_exists(#log)',
      ExpressionAttributeNames: { '#log': 'log' },
    },
  });

  const moveHead = (log: string, from: LogHead, to: LogHead): TransactionPart => {
    const Item = { ...headKey(log), ...to };
    if (from.newest === 0n) return put(Item);
    return {
      Put: {
        TableName: tables.events,
        Item,
        ConditionExpression: 'newest = :newest',
        ExpressionAttributeValues: { ':newest': from.newest },
      },
    };
  };

  const partsOf = (log: string, head: LogHead, next: LogHead, entries: readonly LogEntry[]) => {
    const expiresAt = expiryOf(lastDay(next));
    const parts: Record<string, TransactionPart> = { head: moveHead(log, head, next) };
    for (const [index, { mark, happening }] of entries.entries()) {
      const position = head.newest + BigInt(index + 1);
      parts[`event${index}`] = put({ log, position, ...happening, expiresAt });
      parts[`mark${index}`] = put({ log: mark, position: 0n, expiresAt });
    }
    return parts satisfies TransactionParts;
  };

  return async (log, entries) => {
    // One item can be in a transaction once only.
    let rest = [...new Map(entries.map((entry) => [entry.mark, entry])).values()];
    let head: LogHead | undefined;
    while (rest.length > 0) {
      head ??= await readHead(client, tables, log);
      const chunk = rest.slice(0, MOST_AT_ONCE);
      const next = headAfter(head, chunk.length, clock());
      const failed = await transact(client, partsOf(log, head, next, chunk));
      if (failed === undefined) {
        head = next;
        rest = rest.slice(chunk.length);
        continue;
      }
      const recorded = new Set(chunk.filter((_, index) => failed[`mark${index}`] !== undefined));
      rest = rest.filter((entry) => !recorded.has(entry));
      if (!failed['head'] && recorded.size === 0) {
        throw new MalformedItemError(
          `${tables.events}, log ${log}, position 0: there are events after the newest, ${head.newest}`,
        );
      }
      head = undefined;
    }
  };
};

/** The day on which the newest events of a log were recorded. */
const lastDay = ({ days }: LogHead): string => Object.keys(days).sort().at(-1) ?? '';

/**
 * The head of a log after some more events. It keeps the newest days by their number, not by the clock: one that was ahead
 * would end days that can be read.
 */
const headAfter = (head: LogHead, count: number, now: Date): LogHead => {
  // Clocks differ: a day that began is not taken back.
  const today = [dayOf(now), lastDay(head)].sort().at(-1) ?? '';
  const days = { [today]: head.newest + 1n, ...head.days };
  return {
    newest: head.newest + BigInt(count),
    days: Object.fromEntries(Object.entries(days).sort().slice(-MOST_DAYS)),
  };
};

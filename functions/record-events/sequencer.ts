import { setTimeout } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { MalformedItemError, StorageUnavailableError } from '../../lib/errors/storage-errors.ts';
import { dayOf, expiryOf, headKey, type LogHead, readHead } from '../../lib/events/log-head.ts';
import { MOST_AT_ONCE, writeSegment } from '../../lib/events/segment.ts';
import { type Clock, systemClock } from '../../lib/process/clock.ts';
import { checkDeadline } from '../../lib/process/deadline.ts';
import { waitForAll } from '../../lib/process/wait-for-all.ts';
import type { Tables } from '../../lib/storage/tables.ts';
import { type TransactionPart, transact } from '../../lib/storage/transact.ts';
import { hasValues } from '../../lib/storage/update-expression.ts';
import { webhooksOfLog } from '../../lib/webhooks/of-log.ts';
import type { LogEntry } from './log-entry.ts';
import { type Marks, markOf, marksOf, readMarks, toMarksItem } from './marks.ts';

/** Days that a head has: the 31 that can be read, and those of clocks that are ahead. It stays below 1 KB. */
const MOST_DAYS = 33;

/**
 * Appends entries to a log, in their order, each exactly once, also if it comes again or others append at the same time. Two
 * round trips, and one or two more for each further 98, or if another has appended meanwhile. It tries again until the deadline.
 * @throws MalformedItemError if the head of the log is not as the service leaves it
 * @throws the errors of `lib/errors/storage-errors.ts`; then some of the entries may be in the log
 */
export type Append = (log: string, entries: readonly LogEntry[]) => Promise<void>;

/** Builds append over the `events` table. A head notes whether its log has a webhook: only then its stream wakes any. */
export const buildAppend = (
  client: DynamoDBDocumentClient,
  tables: Tables<'events' | 'webhooks'>,
  clock: Clock = systemClock,
): Append => {
  /** Puts an item whose newest position is still this one; an item that is not there if it is 0. */
  const put = (Item: Readonly<Record<string, unknown>>, newest = 0n): TransactionPart => ({
    Put: {
      TableName: tables.events,
      Item,
      ...hasValues(newest === 0n ? { log: undefined } : { newest }),
    },
  });

  /** Whether a log has an enabled webhook. If that cannot be read it may have one: a look too many does no harm. */
  const readHasWebhooks = async (log: string): Promise<boolean> => {
    const query = { TableName: tables.webhooks, Limit: 1, ...webhooksOfLog(log) };
    const found = await client.send(new QueryCommand(query)).catch(() => undefined);
    return found?.Items?.length !== 0;
  };

  /** Reads the head of a log, whether it has a webhook, and the marks of these entries that are not known yet. */
  const read = async (
    log: string,
    known: Known | undefined,
    entries: readonly LogEntry[],
  ): Promise<Known> => {
    const readMarksOf = async (name: string) =>
      [name, known?.marks.get(name) ?? (await readMarks(client, tables, name))] as const;
    const names = new Set(entries.map(marksOf));
    const [head, hasWebhooks, marks] = await waitForAll([
      known ? Promise.resolve(known.head) : readHead(client, tables, log),
      known ? Promise.resolve(known.hasWebhooks) : readHasWebhooks(log),
      waitForAll([...names].map(readMarksOf)),
    ]);
    return { head, hasWebhooks, marks: new Map(marks) };
  };

  /**
   * Writes all entries or none.
   * @returns what is stored then; undefined if another has written meanwhile
   */
  const write = async (
    log: string,
    { head, hasWebhooks, marks }: Known,
    entries: readonly LogEntry[],
  ): Promise<Known | undefined> => {
    const next = headAfter(head, entries.length, clock());
    const expiresAt = expiryOf(lastDay(next));
    const events = entries.map(({ happening }) => happening);
    const parts: Record<string, TransactionPart> = {
      head: put({ ...headKey(log), ...next, hasWebhooks }, head.newest),
      segment: put({ log, position: next.newest, ...writeSegment(events, expiresAt) }),
    };
    const nextMarks = new Map(marks);
    for (const [name, added] of Map.groupBy(entries, marksOf)) {
      const { newest, all } = marks.get(name) ?? NO_MARKS;
      const item = { newest: next.newest, all: new Set([...all, ...added.map(markOf)]) };
      nextMarks.set(name, item);
      parts[name] = put({ ...toMarksItem(name, item), expiresAt }, newest);
    }
    const failed = await transact(client, parts).catch((error: unknown) => {
      const isContended = error instanceof StorageUnavailableError && isCancelled(error.cause);
      if (isContended) return { head: true };
      throw error;
    });
    if (failed === undefined) return { head: next, hasWebhooks, marks: nextMarks };
    if ('segment' in failed && !failed['head']) {
      throw new MalformedItemError(
        `${tables.events}, log ${log}, position 0: there are events after the newest, ${head.newest}`,
      );
    }
    return undefined;
  };

  return async (log, entries) => {
    let rest = [...new Map(entries.map((entry) => [entry.mark, entry])).values()];
    let known: Known | undefined;
    let failures = 0;
    while (rest.length > 0) {
      const begun = performance.now();
      const chunk = rest.slice(0, MOST_AT_ONCE);
      known = await read(log, known, chunk);
      const left = chunk.filter(isMissingIn(known));
      // The first segment of a log has one event, so that a log whose head is lost is not begun again.
      const taken = known.head.newest === 0n ? left.slice(0, 1) : left;
      if (taken.length > 0) known = await write(log, known, taken);
      if (known === undefined) {
        // For as long as some attempts of others, and shorter each time: who has waited for long is next.
        failures += 1;
        await setTimeout((Math.random() * 4 * (performance.now() - begun)) / failures);
        checkDeadline();
      } else {
        failures = 0;
        rest = rest.filter(isMissingIn(known));
      }
    }
  };
};

const NO_MARKS: Marks = { newest: 0n, all: new Set() };

/** What is stored of a log, of its webhooks and of the marks of some entries, as it was last read or written. */
interface Known {
  readonly head: LogHead;
  readonly hasWebhooks: boolean;
  readonly marks: ReadonlyMap<string, Marks>;
}

const isMissingIn =
  ({ marks }: Known) =>
  (entry: LogEntry): boolean =>
    !marks.get(marksOf(entry))?.all.has(markOf(entry));

const isCancelled = (cause: unknown): boolean => cause instanceof TransactionCanceledException;

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

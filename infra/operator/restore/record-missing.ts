import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { buildAppend } from '../../../functions/record-events/sequencer.ts';
import type { OpenStage } from '../stage/stage.ts';
import { RefusedError } from '../terminal/errors.ts';
import {
  type Comparison,
  type FoundDifference,
  findDifferences,
  LogDifference,
} from './event-differences.ts';

/** What `events check` prints, and `events record-missing` reads. */
export const Findings = z.object({
  /** When all of them had been seen. */
  checkedAt: z.iso.datetime(),
  differences: z.array(LogDifference),
});
export type Findings = z.infer<typeof Findings>;

/** For how long a stream may bring a change: the mapping gives up before (`table-streams.ts`). */
const STREAM_MS = 24 * 60 * 60 * 1000;

/** An event is recorded within this time, unless recording is late. */
const PAUSE_MS = 5000;

/** Events of one transaction: each has a mark and a check, and the head is one more. DynamoDB takes 100 items. */
const AT_ONCE = 33;

type Tables = Pick<OpenStage, 'client' | 'table'>;

/**
 * Finds what the logs do not have. Where there is something, it looks again after a pause, and leaves out what has changed
 * or was recorded meanwhile.
 */
export const checkEvents = async (stage: Tables, pause = PAUSE_MS): Promise<Comparison> => {
  const first = await findDifferences(stage);
  if (first.differences.length === 0) return first;
  await setTimeout(pause);
  const second = await findDifferences(stage);
  return { ...second, differences: inBoth(second.differences, first.differences) };
};

/**
 * Appends the events that an earlier check found missing, for the items that have not changed since. What is unchanged and
 * not recorded for a day will not come by the stream any more. Each event is appended only if its item is unchanged at that
 * moment, so it comes before all later ones. It can be repeated.
 * @returns what it recorded
 * @throws RefusedError if the check was less than a day ago: nothing is recorded then
 */
export const recordMissing = async (
  stage: Tables,
  { checkedAt, differences }: Findings,
  now: Date = new Date(),
): Promise<readonly FoundDifference[]> => {
  const from = new Date(Date.parse(checkedAt) + STREAM_MS);
  if (now < from) {
    throw new RefusedError(
      `Until ${from.toISOString()} the stream may still bring these changes: run this again then. Nothing was recorded.`,
    );
  }
  const found = await findDifferences(stage, now);
  const lost = inBoth(found.differences, differences).filter(({ missing }) => missing.length > 0);
  const append = buildAppend(stage.client, { events: stage.table('events') });
  const logs = Map.groupBy(
    lost.flatMap(({ changes }) => changes),
    ({ log }) => log,
  );
  for (const [log, changes] of logs) {
    for (let first = 0; first < changes.length; first += AT_ONCE) {
      await append(log, changes.slice(first, first + AT_ONCE));
    }
  }
  return lost;
};

/** Those that both comparisons found: the same state of the same item, with no event since. */
const inBoth = (
  found: readonly FoundDifference[],
  others: readonly LogDifference[],
): readonly FoundDifference[] => {
  const stateOf = ({ log, id, position, stored }: LogDifference) =>
    [log, id, position, stored].join(' ');
  const states = new Set(others.map(stateOf));
  return found.filter((each) => states.has(stateOf(each)));
};

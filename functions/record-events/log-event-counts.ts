import { logFigures } from '../../lib/process/log.ts';
import type { LogEntry } from './log-entry.ts';

/** Prints how many events of each type were recorded: a metric filter counts these lines. */
export const logEventCounts = (entries: readonly LogEntry[]): void => {
  const types = Map.groupBy(entries, ({ happening }) => happening.type);
  for (const [type, { length }] of types) logFigures('recorded', { type, count: length });
};

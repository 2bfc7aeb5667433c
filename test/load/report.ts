import { OPERATIONS } from './mix.ts';
import type { LoadResult } from './run-load.ts';
import type { Tally } from './tally.ts';

/** The members of a report in JSON, which are the columns of its table too. Latencies in ms. */
const row = (tally: Tally, seconds: number) => ({
  requests: tally.requests,
  perSecond: Math.round((tally.requests / seconds) * 10) / 10,
  ...(tally.latency ?? { p50: null, p90: null, p99: null, max: null }),
  limited: tally.limited,
  unexpected: tally.unexpected,
});

/** A report for programs. */
export const toJson = ({ operations, together, seconds }: LoadResult): string =>
  JSON.stringify({
    seconds: Math.round(seconds * 10) / 10,
    together: row(together, seconds),
    operations: Object.fromEntries(
      OPERATIONS.map((name) => [
        name,
        {
          ...row(operations[name], seconds),
          reasons: Object.fromEntries(operations[name].reasons),
        },
      ]),
    ),
  });

/** A report for people: a line for each operation, one for all, and what was not expected. */
export const toText = ({ operations, together, seconds }: LoadResult): string => {
  const rows = OPERATIONS.map((name) => [name, operations[name]] as const);
  const lines = [...rows, ['together', together] as const].map(([name, tally]) =>
    line([name, ...Object.values(row(tally, seconds)).map((value) => value ?? '-')]),
  );
  const reasons = rows.flatMap(([name, tally]) =>
    [...tally.reasons].map(([reason, count]) => `${name}: ${count} times ${reason}`),
  );
  return [
    line(['', 'requests', 'a second', 'p50 ms', 'p90 ms', 'p99 ms', 'max ms', '429', 'unexpected']),
    ...lines,
    ...(together.limited > 0
      ? [`${together.limited} were over a limit (429): lower --rate, or use keys of more accounts.`]
      : []),
    ...reasons,
  ].join('\n');
};

const line = ([name = '', ...columns]: readonly (number | string)[]): string =>
  [String(name).padEnd(14), ...columns.map((column) => String(column).padStart(11))].join('');

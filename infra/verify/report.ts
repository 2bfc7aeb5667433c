import { table } from '../operator/output.ts';
import type { Finding, Kind } from './finding.ts';

const WHAT_TO_DO: Readonly<Record<Kind, string>> = {
  behaviour:
    'AWS does something else than the service relies on and the local server does. If docs/deploying.md does not name it, correct the fact, infra/local/gateway and what relies on it, in this order.',
  drift:
    'Somebody changed it by hand: CloudTrail names who. Set it back by hand, because a deployment changes only what differs from the deployment before.',
  setting: 'docs/deploying.md says how to set it.',
};

const OTHER_FORM =
  'Nothing has to stop: sources differ on this. Put what was seen in place of what is expected, so that it is settled.';

const stateOf = (agrees: boolean, same: boolean): string => {
  if (same) return 'ok';
  return agrees ? 'other form' : 'DIFFERS';
};

/** Longer texts are cut in the table; the list below it has them whole. */
const WIDTH = 60;

const cut = (text: string): string =>
  text.length <= WIDTH ? text : `${text.slice(0, WIDTH - 1)}…`;

/** Writes findings as text: all of them in a table, then advice on those that differ. */
export const report = (findings: readonly Finding[]): string => {
  const different = findings.filter(({ agrees }) => !agrees);
  const others = findings.filter(({ agrees, expected, seen }) => agrees && seen !== expected);
  const rows = findings.map(({ agrees, name, expected, seen, source }) => [
    stateOf(agrees, seen === expected),
    name,
    cut(expected),
    seen === expected ? 'as expected' : cut(seen),
    source,
  ]);
  const details = [...others, ...different].map(({ agrees, name, expected, seen, source, kind }) =>
    [
      name,
      `  Expected: ${expected}`,
      `  Seen: ${seen}`,
      `  Source: ${source}`,
      `  What to do: ${agrees ? OTHER_FORM : WHAT_TO_DO[kind]}`,
    ].join('\n'),
  );
  const sum =
    different.length === 0
      ? `All ${findings.length} are as expected.`
      : `${different.length} of ${findings.length} are not as expected.`;
  return [table(['', 'FACT', 'EXPECTED', 'SEEN', 'SOURCE'], ...rows), ...details, sum].join('\n\n');
};

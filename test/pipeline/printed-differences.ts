import { stripVTControlCharacters } from 'node:util';
import { isKnownDifference } from '../deploy/known-differences.ts';

/** The failures that a program prints, and their number. */
interface Failures {
  readonly names: ReadonlySet<string>;
  readonly count: number;
  readonly total: number;
}

/** What jest prints: a line for each test that failed, and their number. */
const failedTests = (output: string): Failures | undefined => {
  const sum = /^Tests: +(\d+) failed,.*?(\d+) total$/m.exec(output);
  if (sum === null) return undefined;
  const names = [...output.matchAll(/^ *● (.+)$/gm)].map(([, name = '']) =>
    name.replaceAll(' › ', ' '),
  );
  return { names: new Set(names), count: Number(sum[1]), total: Number(sum[2]) };
};

/** What `npm run verify` prints: a line of a table for each finding that differs, and their number. */
const findings = (output: string): Failures | undefined => {
  const sum = /^(\d+) of (\d+) are not as expected/m.exec(output);
  if (sum === null) return undefined;
  const names = [...output.matchAll(/^DIFFERS +(.+)$/gm)].map(([, name = '']) => name);
  return { names: new Set(names), count: Number(sum[1]), total: Number(sum[2]) };
};

/**
 * The note on a failed program: how many tests or findings differ, if all of them are known
 * differences of MiniStack, and it prints as many as it counts.
 */
export const knownDifferencesIn = (printed: string): string | undefined => {
  const output = stripVTControlCharacters(printed);
  const failures = failedTests(output) ?? findings(output);
  if (failures === undefined || failures.count === 0) return undefined;
  const { names, count, total } = failures;
  if (names.size !== count || ![...names].every(isKnownDifference)) return undefined;
  return `${count} of ${total} differ as known`;
};

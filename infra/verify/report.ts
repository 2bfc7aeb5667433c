import type { Finding } from './facts/fact.ts';

/** Whether a finding fails the check. */
export const isFault = ({ agrees, advisory }: Finding): boolean => !agrees && !advisory;

/** Writes findings as text: a line for each, and more lines for those that differ. */
export const report = (findings: readonly Finding[]): string => {
  const lines = findings.map(({ agrees, advisory, name, expected, seen, source }) => {
    if (agrees) return `ok       ${name}`;
    const details = [`Expected: ${expected}`, `Seen: ${seen}`, `Source: ${source}`];
    return [`${advisory ? 'REPORTED' : 'DIFFERS '} ${name}`, ...details].join('\n           ');
  });
  const faults = findings.filter(isFault).length;
  const sum =
    faults === 0
      ? `All ${findings.length} are as expected, or only reported.`
      : `${faults} of ${findings.length} are not as expected: docs/first-hour.md, “Verify”.`;
  return [...lines, sum].join('\n');
};

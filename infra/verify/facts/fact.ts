import { firstLine } from '../../command-line/first-line.ts';
import { explainError } from '../../operator/terminal/errors.ts';

/** An assumption about AWS that can be checked. */
export interface Fact<Where> {
  /** A sentence. */
  readonly name: string;
  /** The page that documents it, or an issue of a repository where it was seen. */
  readonly source: string;
  readonly expected: string;
  /** What is seen, in the words of `expected` if it is as expected. */
  readonly see: (where: Where) => Promise<string>;
}

/** What was expected, and what was seen. */
export interface Finding extends Omit<Fact<never>, 'see'> {
  readonly seen: string;
  readonly agrees: boolean;
}

/** Checks one fact. A check that fails is a difference too. */
export const lookAt = async <Where>(
  { see, ...fact }: Fact<Where>,
  where: Where,
): Promise<Finding> => {
  const seen = await see(where).catch(
    (error: unknown) => `cannot be seen: ${explainError(error) ?? firstLine(error)}`,
  );
  return { ...fact, seen, agrees: seen === fact.expected };
};

/** Writes findings as text: a line for each, and more lines for those that differ. */
export const report = (findings: readonly Finding[]): string => {
  const lines = findings.map(({ agrees, name, expected, seen, source }) => {
    if (agrees) return `ok      ${name}`;
    const details = [`Expected: ${expected}`, `Seen: ${seen}`, `Source: ${source}`];
    return [`DIFFERS ${name}`, ...details].join('\n          ');
  });
  const faults = findings.filter(({ agrees }) => !agrees).length;
  const sum =
    faults === 0
      ? `All ${findings.length} are as expected.`
      : `${faults} of ${findings.length} are not as expected: docs/first-hour.md, “Verify”.`;
  return [...lines, sum].join('\n');
};

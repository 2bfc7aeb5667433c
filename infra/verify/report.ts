import { firstLine } from '../command-line/errors.ts';
import { explainError } from '../operator/terminal/errors.ts';
import type { Fact, Where } from './stage-facts.ts';

/** Looks at facts: a line for each, more for those that differ, and whether none does. What cannot be seen differs. */
export const report = async (facts: readonly Fact[], where: Where) => {
  const seen = facts.map(async ({ name, page, differs }) => {
    const difference = await differs(where).catch(
      (error: unknown) => `It cannot be seen: ${explainError(error) ?? firstLine(error)}`,
    );
    return difference === undefined
      ? { agrees: true, text: `ok      ${name}` }
      : { agrees: false, text: [`DIFFERS ${name}`, difference, page].join('\n          ') };
  });
  const lines = await Promise.all(seen);
  const faults = lines.filter(({ agrees }) => !agrees).length;
  const sum = faults === 0 ? `All ${lines.length} are` : `${faults} of ${lines.length} are not`;
  const text = [...lines.map((line) => line.text), `${sum} as expected.`].join('\n');
  return { text, agrees: faults === 0 };
};

import { readFileSync } from 'node:fs';
import type { Report } from './checker.ts';

/** The last operations of a violation that are printed: mostly these suffice. */
const PRINTED = 20;

/** The operations of a history file that show each violation, as lines of text. */
export const explain = (file: string, { violations }: Report): string[] => {
  const text = readFileSync(file, 'utf8').split('\n');
  return violations.flatMap(({ partition, after, lines }) => [
    `No order of events explains what clients saw of ${partition}. It shows after ${after} answers, in ${lines.length} operations; the last of them:`,
    ...lines.slice(-PRINTED).map((line) => `  ${line}: ${text[line - 1]}`),
  ]);
};

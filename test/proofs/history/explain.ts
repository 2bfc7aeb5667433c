import { readFileSync, writeFileSync } from 'node:fs';
import { parseJson, writeJson } from '../../../lib/values/json.ts';
import type { Report } from './checker.ts';
import type { Operation } from './history.ts';

const seconds = (microseconds: number | bigint): string => (Number(microseconds) / 1e6).toFixed(4);

/** An operation as text: when, who, what, and the answer. */
const describe = ({ client, account, call, op, answer, ...rest }: Operation): string => {
  const { return: returned, ...asked } = rest;
  const { status, ...said } = answer ?? {};
  const until = returned === undefined ? 'no answer' : seconds(returned);
  const seen = status === undefined ? 'happened or did not' : `${status} ${writeJson(said)}`;
  return `  ${seconds(call)} to ${until}  client ${client} as ${account}: ${op} ${writeJson(asked)}\n      ${seen}`;
};

/**
 * Writes the shortest history of each violation next to the whole one, as another history file.
 * @returns lines of text
 */
export const explain = (file: string, { violations }: Report): string[] => {
  const lines = readFileSync(file, 'utf8').split('\n');
  return violations.flatMap(({ partition, after, shown }, nth) => {
    const operations = shown.map(({ line, open }) => {
      const { return: returned, answer, ...asked } = parseJson(lines[line - 1] ?? '') as Operation;
      if (open || returned === undefined || answer === undefined) return asked;
      return { ...asked, return: returned, answer };
    });
    const shortest = file.replace(/\.jsonl$/, `.violation-${nth + 1}.jsonl`);
    writeFileSync(
      shortest,
      `${[lines[0], ...operations.map((line) => writeJson(line))].join('\n')}\n`,
    );
    return [
      `No order of events explains what clients saw of ${partition}. It shows after ${after} answers, and in ${operations.length} operations (${shortest}):`,
      ...operations.map(describe),
    ];
  });
};

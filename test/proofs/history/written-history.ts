import { writeFileSync } from 'node:fs';
import { writeJson } from '../../../lib/values/json.ts';
import type { Answered, Asked, Operation } from './history.ts';

/** An operation without its times; without an answer it is open. */
export interface Step {
  readonly asked: Omit<Asked, 'account'> & { readonly account?: string };
  readonly answer?: Answered;
}

/** Steps one after the other, each by another client. */
export const inTurn = (steps: readonly Step[]): Operation[] =>
  steps.map(({ asked, answer }, client) => ({
    account: 'north',
    ...asked,
    client,
    call: 10 * client,
    ...(answer && { return: 10 * client + 5, answer }),
  }));

/** Writes a history file. */
export const writeHistory = (file: string, operations: readonly Operation[]): void => {
  const head = { seed: 0, kind: 'written', operations: operations.length };
  writeFileSync(file, `${[head, ...operations].map((line) => writeJson(line)).join('\n')}\n`);
};

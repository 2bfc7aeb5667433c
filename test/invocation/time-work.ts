import * as z from 'zod';
import type { RunningFunctions } from '../support/deployed-functions.ts';
import { median } from './settings-tables.ts';
import type { Work } from './workload.ts';

/** The invocations of each kind that are timed, after as many that are not. */
const TIMES = 500;

const Answer = z.object({ statusCode: z.number().optional() });

/**
 * The median milliseconds of a warm invocation.
 * @throws Error if one fails, or is not answered as it should be: what is refused is quickly done
 */
export const timeWork = async (
  { what, name, status, next }: Work,
  { invoke }: Pick<RunningFunctions, 'invoke'>,
): Promise<number> => {
  const times: number[] = [];
  for (let count = 0; count < 2 * TIMES; count += 1) {
    const event = await next();
    const start = performance.now();
    const result = await invoke(name, event);
    const time = performance.now() - start;
    const answered =
      result.kind === 'success' ? Answer.parse(JSON.parse(result.payload)).statusCode : result;
    if (answered !== status) throw new Error(`${what}: ${JSON.stringify(result)}`);
    if (count >= TIMES) times.push(time);
  }
  return median(times);
};

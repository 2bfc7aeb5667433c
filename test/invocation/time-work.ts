import * as z from 'zod';
import type { RunningFunctions } from '../support/deployed-functions.ts';
import { median } from './settings-tables.ts';
import type { Work } from './workload.ts';

/** The invocations of each kind that are timed, after as many that are not. */
const TIMES = 300;

const Answer = z.object({ statusCode: z.number().optional() });

/** Milliseconds of a processor, all threads of this process together. */
const processorTime = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

/**
 * The median milliseconds of a processor that a warm invocation takes: other work on the machine does not change it.
 * @throws Error if one fails, or is not answered as it should be: what is refused is quickly done
 */
export const timeWork = async (
  { what, name, status, next }: Work,
  { invoke }: Pick<RunningFunctions, 'invoke'>,
): Promise<number> => {
  const times: number[] = [];
  for (let count = 0; count < 2 * TIMES; count += 1) {
    const event = await next();
    const start = process.cpuUsage();
    const result = await invoke(name, event);
    const time = processorTime(start);
    const answered =
      result.kind === 'success' ? Answer.parse(JSON.parse(result.payload)).statusCode : result;
    if (answered !== status) throw new Error(`${what}: ${JSON.stringify(result)}`);
    if (count >= TIMES) times.push(time);
  }
  return median(times);
};

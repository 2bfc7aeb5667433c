import { setTimeout } from 'node:timers/promises';

const REAL_TIME = {
  now: () => performance.now(),
  wait: (ms: number): Promise<void> => setTimeout(ms),
};

interface Answer {
  readonly ConsumedCapacity: { readonly CapacityUnits?: number | undefined } | undefined;
}

/**
 * Keeps calls within a rate: each waits until those before it have used no more. What one uses is known only afterwards, and of a
 * refused one never: it counts as much as the last that is known.
 * @param rate units a second
 */
export const createPace = (rate: number, time = REAL_TIME) => {
  let free = time.now();
  let usual = 1;
  return async <Result extends Partial<Answer>>(send: () => Promise<Result>): Promise<Result> => {
    const start = Math.max(free, time.now());
    free = start + (usual * 1000) / rate;
    const wait = start - time.now();
    if (wait > 0) await time.wait(wait);
    const answer = await send();
    usual = answer.ConsumedCapacity?.CapacityUnits ?? usual;
    return answer;
  };
};

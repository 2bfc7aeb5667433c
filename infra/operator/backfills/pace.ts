import { setTimeout } from 'node:timers/promises';

/** What was not used while DynamoDB was slow may be used later, within this time: ms. */
const CREDIT_MS = 1000;

const REAL_TIME = {
  now: () => performance.now(),
  wait: (ms: number): Promise<void> => setTimeout(ms),
};

interface Answer {
  readonly ConsumedCapacity: { readonly CapacityUnits?: number | undefined } | undefined;
}

/**
 * Keeps calls within a rate: each waits until those before it have used no more. DynamoDB does not say what a refused one
 * used: it counts as the one before.
 * @param rate units a second
 */
export const createPace = (rate: number, time = REAL_TIME) => {
  let free = time.now();
  let usual = 1;
  return async <Result extends Partial<Answer>>(send: () => Promise<Result>): Promise<Result> => {
    const expected = usual;
    const start = Math.max(free, time.now() - CREDIT_MS);
    free = start + (expected * 1000) / rate;
    const wait = start - time.now();
    if (wait > 0) await time.wait(wait);
    const answer = await send();
    usual = answer.ConsumedCapacity?.CapacityUnits ?? expected;
    free += ((usual - expected) * 1000) / rate;
    return answer;
  };
};

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createPace } from '../../../../infra/operator/backfills/pace.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test.each([
  [100, 5, () => 4],
  [100, 60, (nth: number) => 1 + (nth % 7)],
  // Every tenth is refused, and its units are not known.
  [1000, 5, (nth: number) => (nth % 10 === 0 ? undefined : 4)],
  [100, 900, () => 12],
])(
  'eight at once use %d units a second, within a tenth, where one takes %d ms',
  async (rate, ms, unitsOf) => {
    const start = performance.now();
    const paced = createPace(rate);
    const SECONDS = 60;
    let [used, nth] = [0, 0];
    const perSecond = Array<number>(SECONDS + 1).fill(0);
    const send = async () => {
      // DynamoDB does not answer for five seconds.
      const now = performance.now() - start;
      await wait(now >= 20_000 && now < 25_000 ? 25_000 - now : ms);
      nth += 1;
      const CapacityUnits = unitsOf(nth);
      used += CapacityUnits ?? 4;
      const second = Math.floor((performance.now() - start) / 1000);
      perSecond[second] = (perSecond[second] ?? 0) + (CapacityUnits ?? 4);
      return { ConsumedCapacity: { CapacityUnits } };
    };
    for (let loop = 0; loop < 8; loop += 1) {
      void (async () => {
        for (;;) await paced(send);
      })();
    }
    await jest.advanceTimersByTimeAsync(SECONDS * 1000);
    expect(used / SECONDS / rate).toBeGreaterThan(0.9);
    expect(used / SECONDS / rate).toBeLessThan(1.1);
    // What was not used for five seconds is not used later. Eight calls were under way then.
    expect(Math.max(...perSecond)).toBeLessThanOrEqual(rate * 1.1 + 8 * 12);
  },
);

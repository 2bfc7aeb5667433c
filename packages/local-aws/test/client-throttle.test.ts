import { describe, expect, test } from '@jest/globals';
import { createClientThrottle } from '../src/api-gateway/client-throttle.ts';
import type { Limit } from '../src/api-gateway/token-buckets.ts';

const throttleWith = (limits: Record<string, Limit>) => {
  const clock = { ms: 0 };
  const throttle = createClientThrottle(
    async (usageKey) => limits[usageKey],
    () => clock.ms,
  );
  const times = (count: number, usageKey: string) =>
    Promise.all(Array.from({ length: count }, async () => (await throttle(usageKey)) ?? 'passes'));
  return { clock, times, throttle };
};

describe('the throttle of clients', () => {
  test('gives each API key its own bucket', async () => {
    const { times } = throttleWith({ ann: { rate: 2, burst: 3 }, bob: { rate: 1, burst: 1 } });
    expect(await times(5, 'ann')).toEqual([
      ...['passes', 'passes', 'passes'],
      ...['THROTTLED', 'THROTTLED'],
    ]);
    expect(await times(2, 'bob')).toEqual(['passes', 'THROTTLED']);
  });

  test('fills it at the rate of its limit, up to the burst', async () => {
    const { clock, times } = throttleWith({ ann: { rate: 2, burst: 3 } });
    await times(3, 'ann');
    clock.ms = 1000;
    expect(await times(3, 'ann')).toEqual(['passes', 'passes', 'THROTTLED']);
    clock.ms = 60_000;
    expect(await times(4, 'ann')).toEqual(['passes', 'passes', 'passes', 'THROTTLED']);
  });

  test('goes by a new limit from the next request on', async () => {
    const limits = { ann: { rate: 1, burst: 100 } };
    const { clock, times } = throttleWith(limits);
    await times(1, 'ann');
    limits.ann = { rate: 1, burst: 1 };
    expect(await times(2, 'ann')).toEqual(['passes', 'THROTTLED']);
    limits.ann = { rate: 10, burst: 10 };
    clock.ms = 1000;
    expect(await times(11, 'ann')).toEqual([...Array(10).fill('passes'), 'THROTTLED']);
  });

  test('knows no client without an API key, or with one that is on no plan', async () => {
    const { throttle } = throttleWith({});
    expect(await throttle(undefined)).toBe('INVALID_API_KEY');
    expect(await throttle('carl')).toBe('INVALID_API_KEY');
  });
});

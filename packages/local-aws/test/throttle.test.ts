import { describe, expect, test } from '@jest/globals';
import { createThrottle } from '../src/api-gateway/throttle.ts';

const everyMethod = { resourcePath: '/*', httpMethod: '*', rateLimit: 2, burstLimit: 3 };
const onePet = { resourcePath: '/pets/{id}', httpMethod: 'GET', rateLimit: 1, burstLimit: 1 };

const throttleWith = (settings: Parameters<typeof createThrottle>[0]) => {
  const clock = { ms: 0 };
  const throttle = createThrottle(settings, () => clock.ms);
  const times = (count: number, path = '/pets', method = 'GET') =>
    Array.from({ length: count }, () => throttle(method, path));
  return { clock, times };
};

describe('the throttle', () => {
  test('lets a burst through and no more', () => {
    expect(throttleWith([everyMethod]).times(4)).toEqual([true, true, true, false]);
  });

  test('fills at its rate, up to the burst', () => {
    const { clock, times } = throttleWith([everyMethod]);
    times(3);
    clock.ms = 499;
    expect(times(1)).toEqual([false]);
    clock.ms = 1000;
    expect(times(3)).toEqual([true, true, false]);
    clock.ms = 60_000;
    expect(times(4)).toEqual([true, true, true, false]);
  });

  test('lets a method’s own setting count rather than that of all', () => {
    const { times } = throttleWith([everyMethod, onePet]);
    expect(times(2, '/pets/{id}')).toEqual([true, false]);
    expect(times(3)).toEqual([true, true, true]);
  });

  test('gives each method that one setting covers its own bucket', () => {
    const { times } = throttleWith([everyMethod]);
    const oneTooMany = [true, true, true, false];
    expect(times(4, '/a')).toEqual(oneTooMany);
    expect(times(4, '/b')).toEqual(oneTooMany);
    expect(times(4, '/a', 'ANY')).toEqual(oneTooMany);
    expect(times(1, '/a')).toEqual([false]);
  });

  test('lets everything through without limits', () => {
    expect(throttleWith([]).times(3)).toEqual([true, true, true]);
  });

  test('lets nothing through with a burst of 0', () => {
    expect(throttleWith([{ ...everyMethod, burstLimit: 0 }]).times(1)).toEqual([false]);
  });
});

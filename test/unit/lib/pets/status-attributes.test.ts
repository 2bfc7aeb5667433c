import { expect, test } from '@jest/globals';
import { statusAttributes, statusId } from '../../../../lib/pets/status-index.ts';
import { INT64_MAX } from '../../../../lib/values/int64.ts';

test('a stored statusId means the same for ever', () => {
  expect(statusId({ id: 7n, status: 'available' })).toBe(7n);
  expect(statusId({ id: 7n, status: 'pending' })).toBe(10_000_000_000_000_000_007n);
  expect(statusId({ id: 7n, status: 'sold' })).toBe(20_000_000_000_000_000_007n);
  expect(statusAttributes({ id: 7n, status: 'sold' })).toEqual({
    status: 'sold',
    statusId: 20_000_000_000_000_000_007n,
  });
});

test('no two statuses share a number, up to the end of a range', () => {
  const end = INT64_MAX + 1n;
  expect(statusId({ id: end, status: 'available' })).toBeLessThan(
    statusId({ id: 0n, status: 'pending' }),
  );
  expect(statusId({ id: end, status: 'pending' })).toBeLessThan(
    statusId({ id: 0n, status: 'sold' }),
  );
});

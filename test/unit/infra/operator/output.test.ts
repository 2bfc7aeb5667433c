import { describe, expect, test } from '@jest/globals';
import { refusedBy } from '../../../../infra/operator/terminal/output.ts';

const at = (second: number) => new Date(Date.UTC(2027, 0, 1, 12, 0, second));

/** API Gateway keeps what the authorizer answered for 60 seconds. */
describe('a key is refused at the latest', () => {
  test('60 seconds after it ends', () => {
    expect(refusedBy(at(30), at(0))).toBe('2027-01-01T12:01:30.000Z');
  });

  test('60 seconds after its end was written, if that was later', () => {
    expect(refusedBy(at(0), at(30))).toBe('2027-01-01T12:01:30.000Z');
  });

  test('60 seconds from now, for an end in the past that is written now', () => {
    const before = Date.now();
    const refused = Date.parse(refusedBy(new Date(0)));
    expect(refused).toBeGreaterThanOrEqual(before + 60_000);
    expect(refused).toBeLessThanOrEqual(Date.now() + 60_000);
  });
});

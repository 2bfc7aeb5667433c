import { expect, test } from '@jest/globals';
import { refusedBy } from '../../../../infra/operator/terminal/output.ts';

const at = (second: number) => new Date(Date.UTC(2027, 0, 1, 12, 0, second));

/** API Gateway keeps what the authorizer answered for 60 seconds. */
test.each([
  ['it ends', at(30), at(0)],
  ['its end was written, if that was later', at(0), at(30)],
])('a key is refused at the latest 60 seconds after %s', (_when, end, written) => {
  expect(refusedBy(end, written)).toBe('2027-01-01T12:01:30.000Z');
});

test('a key whose end in the past is written now is refused at the latest 60 seconds from now', () => {
  const seconds = (Date.parse(refusedBy(new Date(0))) - Date.now()) / 1000;
  expect(seconds).toBeCloseTo(60, 0);
});

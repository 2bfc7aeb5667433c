import { expect, jest, test } from '@jest/globals';
import { createProgress } from '../../../../infra/operator/terminal/progress.ts';

test.each([
  [
    'a bar in a terminal',
    true,
    [
      '\r[##########----------] 50 %, half, about 1 s left\x1b[K',
      '\r[###############-----] 75 %, more, about 2 s left\x1b[K',
      '\r[####################] 100 %, more than expected\x1b[K',
      '\r\x1b[K',
    ],
  ],
  ['lines elsewhere', false, ['75 %, more, about 2 s left\n', '100 %, more than expected\n']],
])('progress is %s, with the time that the rest takes', (_where, isTTY, expected) => {
  const written: string[] = [];
  const write = (text: string) => written.push(text) > 0;
  jest.useFakeTimers();
  const progress = createProgress(200, { isTTY, write } as NodeJS.WriteStream);
  const report = (later: number, done: number, text: string) => {
    jest.advanceTimersByTime(later);
    progress.report(done, text);
  };
  report(0, 0, 'none');
  report(1000, 100, 'half');
  report(100, 101, 'too soon');
  report(4900, 150, 'more');
  report(6000, 201, 'more than expected');
  jest.useRealTimers();
  progress.clear();
  expect(written).toEqual(expected);
});

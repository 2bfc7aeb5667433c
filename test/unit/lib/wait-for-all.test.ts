import { expect, test } from '@jest/globals';
import { waitForAll } from '../../../lib/process/wait-for-all.ts';

test('an error waits for what is still under way', async () => {
  const slow = Promise.withResolvers<string>();
  let ended = false;
  const all = waitForAll([Promise.reject(new Error('denied')), slow.promise]).finally(() => {
    ended = true;
  });
  await new Promise(setImmediate);
  expect(ended).toBe(false);
  slow.resolve('answered');
  await expect(all).rejects.toThrow('denied');
});

import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { oneAtATime } from '../../../../infra/local/one-at-a-time.ts';

test('work of one name goes on after what came before has ended or failed, and other work at once', async () => {
  const run = oneAtATime();
  const order: string[] = [];
  const work = (what: string, ms: number) => async () => {
    order.push(`begin ${what}`);
    await setTimeout(ms);
    order.push(`end ${what}`);
    if (what === 'a1') throw new Error('failed');
  };
  const all = [run('a', work('a1', 20)), run('a', work('a2', 1)), run('b', work('b1', 1))];
  const ended = (await Promise.allSettled(all)).map(({ status }) => status);
  expect(ended).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(order).toEqual(['begin a1', 'begin b1', 'end b1', 'end a1', 'begin a2', 'end a2']);
});

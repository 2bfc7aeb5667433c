import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { RULE, verdict } from '../../tools/bench/verdict.ts';

const indexes = Array.from({ length: RULE.rounds }, (_, index) => index);
const order = fc.shuffledSubarray(indexes, { minLength: RULE.rounds });

test('a function is slower if 18 of 21 rounds are, in any order, and to stop early does not change that', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: RULE.rounds }), order, (slower, shuffled) => {
      const ratios = shuffled.map((index) => (index < slower ? 1.01 : 0.99));
      const early = indexes.map((round) => verdict(ratios.slice(0, round + 1)));
      expect(early.find(Boolean)).toBe(slower >= 18 ? 'slower' : 'passes');
    }),
    { numRuns: 1000 },
  );
});

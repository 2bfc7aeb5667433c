import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { plansNamed } from '../../../../infra/operator/usage-plans.ts';

test('commands at the same time keep the same plan, in whatever order API Gateway lists them', () => {
  const ours = ['a1', 'b2', 'c3', 'd4'].map((id) => ({ id, name: 'ours' }));
  const plans = [...ours, { id: 'a0', name: 'other' }];
  fc.assert(
    fc.property(fc.shuffledSubarray(plans, { minLength: plans.length }), (listed) => {
      expect(plansNamed(listed, 'ours')).toEqual(ours);
    }),
  );
});

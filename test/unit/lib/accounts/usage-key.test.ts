import { expect, test } from '@jest/globals';
import { usageKeyOf } from '../../../../lib/accounts/usage-plan-key.ts';

test('what API Gateway counts an account by is letters and digits, as many as it asks for', () => {
  expect(usageKeyOf('acct_NInWxpVNkALNyqrR')).toMatch(/^[0-9A-Za-z]{20,128}$/);
});

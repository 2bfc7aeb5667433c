import { expect, test } from '@jest/globals';
import { accountOf, usageKeyOf } from '../../../../lib/accounts/usage-key.ts';

test('what API Gateway counts an account by is letters and digits, as many as it asks for', () => {
  expect(usageKeyOf('acct_NInWxpVNkALNyqrR')).toMatch(/^[0-9A-Za-z]{20,128}$/);
});

test.each(['acct_NInWxpVNkALNyqrR', 'acct_accountaccount00', 'acct_0000000000000000'])(
  'it tells whose requests they are: %s',
  (accountId) => {
    expect(accountOf(usageKeyOf(accountId))).toBe(accountId);
  },
);

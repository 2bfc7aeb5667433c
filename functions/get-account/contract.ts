import * as z from 'zod/mini';
import { Label } from '../../lib/accounts/label.ts';
import { AccountKey, KEY_EXAMPLE } from '../../lib/accounts/shown-key.ts';
import { contract } from '../../lib/http/contract.ts';
import { component, described } from '../../lib/values/described.ts';
import { int64 } from '../../lib/values/int64.ts';

const requests = (description: string) => described(int64, description, { minimum: 1 });

export const AccountView = component('Account', 'Your account, and the key that you asked with.', {
  id: described(z.string(), 'Made by the service: unique, never used again.', {
    pattern: '^acct_[0-9A-Za-z]{16}$',
    maxLength: 21,
  }),
  name: described(Label, 'What operators call it.'),
  limit: described(
    z.object({
      requestsPerSecond: requests('How many requests it may send in a second.'),
      burst: requests('How many of them at once.'),
    }),
    'What it may send, with all its keys together.',
  ),
  key: AccountKey,
});

export const getAccount = contract({
  operationId: 'getAccount',
  tag: 'Account',
  method: 'GET',
  path: '/account',
  stability: 'beta',
  summary: 'Get your account, and whose key this is',
  description: '`key` is the key that the request carried.',
  request: {},
  environment: ['ACCOUNT_PLANS', 'API_KEY_PREFIX'],
  success: { status: 200, body: AccountView },
  examples: {
    own: {
      summary: 'Your account',
      answer: {
        id: 'acct_NInWxpVNkALNyqrR',
        name: 'Shelter North',
        limit: { requestsPerSecond: 20n, burst: 20n },
        key: KEY_EXAMPLE,
      },
    },
  },
  errors: [],
  access: [
    { table: 'accounts', actions: ['GetItem'] },
    { table: 'apiKeys', actions: ['GetItem'] },
  ],
});

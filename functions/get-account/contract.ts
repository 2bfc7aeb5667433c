import * as z from 'zod/mini';
import { Label } from '../../lib/accounts/label.ts';
import { AccountKey, KEY_EXAMPLE } from '../../lib/accounts/shown-key.ts';
import { contract } from '../../lib/http/contract.ts';
import { int64 } from '../../lib/values/int64.ts';

const requests = (description: string) => int64.check(z.meta({ minimum: 1, description }));

export const AccountView = z
  .object({
    id: z.string().check(
      z.meta({
        pattern: '^acct_[0-9A-Za-z]{16}$',
        maxLength: 21,
        description: 'Made by the service: unique, never used again.',
      }),
    ),
    name: Label.check(z.meta({ description: 'What operators call it.' })),
    limit: z
      .object({
        requestsPerSecond: requests('How many requests it may send in a second.'),
        burst: requests('How many of them at once.'),
      })
      .check(z.meta({ description: 'What it may send, with all its keys together.' })),
    key: AccountKey,
  })
  .check(z.meta({ id: 'Account', description: 'Your account, and the key that you asked with.' }));

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

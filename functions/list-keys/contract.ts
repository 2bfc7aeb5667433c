import { AccountKeys, KEY_EXAMPLE, LISTED_ATTRIBUTES } from '../../lib/accounts/shown-key.ts';
import { contract } from '../../lib/http/contract.ts';

export const listKeys = contract({
  operationId: 'listKeys',
  tag: 'Account',
  method: 'GET',
  path: '/keys',
  stability: 'beta',
  summary: "List your account's keys that work",
  description:
    'The oldest first, at most 20: there is one page. A key that ended at its `expiresAt` is listed for a day more, as clocks may differ: delete it if nobody needs it. A key that was just created, rolled or revoked may be listed as it was for a moment.',
  request: {},
  environment: ['API_KEY_PREFIX'],
  success: { status: 200, body: AccountKeys },
  examples: {
    all: { summary: 'One key', answer: [KEY_EXAMPLE] },
  },
  errors: [],
  access: [
    { table: 'apiKeys', index: 'byAccount', actions: ['Query'], attributes: LISTED_ATTRIBUTES },
  ],
});

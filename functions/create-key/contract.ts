import * as z from 'zod/mini';
import { Label } from '../../lib/accounts/label.ts';
import { IssuedKey, KEY_EXAMPLE, KeyScope } from '../../lib/accounts/shown-key.ts';
import { bodyOf, contract } from '../../lib/http/contract.ts';
import { described } from '../../lib/values/described.ts';

const HUNDRED_YEARS_MS = 100 * 365.25 * 86_400_000;

const expiresAt = z.iso
  .datetime({ offset: true, error: 'must be a time with a zone, such as 2027-06-30T12:00:00Z' })
  .check(
    // A text that is not a time is refused above.
    z.refine((text) => !(Date.parse(text) <= Date.now()), { error: 'must be in the future' }),
    z.refine((text) => !(Date.parse(text) >= Date.now() + HUNDRED_YEARS_MS), {
      error: 'must be within 100 years',
    }),
    z.meta({
      maxLength: 40,
      description:
        'When the key ends, to the millisecond. Without it the key ends with the one that you ask with, or never.',
    }),
  );

export const KeyInput = bodyOf('KeyInput', 'A key to be. Other members are ignored.', {
  name: described(Label, 'What the key is for, in characters that can be seen.'),
  scope: z._default(KeyScope, 'full'),
  expiresAt: z.optional(expiresAt),
});

export const createKey = contract({
  operationId: 'createKey',
  tag: 'Account',
  method: 'POST',
  path: '/keys',
  stability: 'beta',
  summary: 'Create a key of your account',
  description:
    'The answer has the key itself, this once. An account can have 20 keys. A key that ends cannot create one that ends later. It takes no Idempotency-Key: after a lost answer [list the keys, and revoke the one that nobody has](keys.md).',
  request: { body: KeyInput },
  environment: ['API_KEY_PREFIX'],
  success: {
    status: 201,
    body: IssuedKey,
    headers: ['Location'],
    links: { rollKey: 'keyId', revokeKey: 'keyId' },
  },
  examples: {
    full: {
      summary: 'A key that may do everything, and does not end',
      request: { body: { name: 'web shop' } },
      answer: { ...KEY_EXAMPLE, apiKey: 'pet_test_…N2FK' },
    },
    read: {
      summary: 'A key that only reads, for a while',
      request: {
        body: { name: 'report', scope: 'read', expiresAt: '2099-06-30T12:00:00Z' },
      },
      answer: {
        ...KEY_EXAMPLE,
        name: 'report',
        scope: 'read',
        expiresAt: '2099-06-30T12:00:00.000Z',
        apiKey: 'pet_test_…N2FK',
      },
    },
  },
  errors: ['key_limit'],
  access: [
    { table: 'accounts', actions: ['GetItem', 'UpdateItem'] },
    { table: 'apiKeys', actions: ['PutItem'] },
  ],
});

import * as z from 'zod/mini';
import { IssuedKey, KEY_EXAMPLE, keyId } from '../../lib/accounts/shown-key.ts';
import { bodyOf, contract } from '../../lib/http/contract.ts';
import { described } from '../../lib/values/described.ts';
import { INT64 } from '../../lib/values/int64.ts';

const HOURS = 'must be a whole number of hours, from 0 to 168';

export const KeyRoll = bodyOf('KeyRoll', 'How a key is rolled. Other members are ignored.', {
  overlapHours: z._default(
    described(
      z.bigint({ error: HOURS }).check(z.gte(0n, HOURS), z.lte(168n, HOURS)),
      'How many hours the old key still works.',
      { ...INT64, minimum: 0, maximum: 168 },
    ),
    24n,
  ),
});

export const rollKey = contract({
  operationId: 'rollKey',
  tag: 'Account',
  method: 'POST',
  path: '/keys/{keyId}/roll',
  stability: 'beta',
  summary: 'Replace a key of your account',
  description:
    'The answer is a new key of the same name, scope and end, with the key itself, this once. The old one ends after `overlapHours`, or earlier if it was to end before; after 0 it is revoked. While both work, both count among the 20 keys. A key that ends cannot roll one that ends later. A key is rolled once.',
  request: { path: z.object({ keyId }), body: KeyRoll },
  environment: ['API_KEY_PREFIX'],
  success: { status: 201, body: IssuedKey, headers: ['Location'] },
  examples: {
    atOnce: {
      summary: 'The old key ends at once',
      after: { key: 'createKey.full' },
      request: { path: { keyId: '{key.id}' }, body: { overlapHours: 0 } },
      answer: { ...KEY_EXAMPLE, apiKey: 'pet_test_…N2FK' },
    },
  },
  errors: ['validation_failed', 'key_not_found', 'key_limit', 'key_rolled'],
  access: [
    { table: 'accounts', actions: ['GetItem', 'UpdateItem'] },
    { table: 'apiKeys', actions: ['GetItem', 'PutItem', 'UpdateItem'] },
  ],
});

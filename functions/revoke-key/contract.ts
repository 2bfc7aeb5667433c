import * as z from 'zod/mini';
import { keyId } from '../../lib/accounts/shown-key.ts';
import { contract } from '../../lib/http/contract.ts';

export const revokeKey = contract({
  operationId: 'revokeKey',
  tag: 'Account',
  method: 'DELETE',
  path: '/keys/{keyId}',
  stability: 'beta',
  summary: 'End a key of your account, for good',
  description:
    'It is refused after at most 60 seconds. A key may revoke itself. After the last key with full access only an operator can issue one.',
  request: { path: z.object({ keyId }) },
  success: { status: 204 },
  examples: {
    unused: {
      summary: 'A key that nobody has',
      after: { key: 'createKey.full' },
      request: { path: { keyId: '{key.id}' } },
    },
  },
  errors: ['key_not_found'],
  access: [
    { table: 'accounts', actions: ['GetItem', 'UpdateItem'] },
    { table: 'apiKeys', actions: ['UpdateItem'] },
  ],
});

import { expect, test } from '@jest/globals';
import { open } from '../../functions/probe/handler.ts';
import { KeyPrefix } from '../../lib/accounts/api-key.ts';
import { requireEnv } from '../../lib/process/env.ts';

const prefix = KeyPrefix.parse(requireEnv('API_KEY').slice(0, 'pet_live_'.length));

const pets = { method: 'GET', url: `${requireEnv('BASE_URL')}/pets` };
const messages = { method: 'POST', url: `${requireEnv('QUICKSTART_URL')}/messages` };

test('what the probe asks is refused as it expects, at both addresses', async () => {
  await expect(open([pets, messages], prefix)()).resolves.toBeUndefined();
});

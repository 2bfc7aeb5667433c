import { describe, expect, test } from '@jest/globals';
import { agreesWith } from '../../infra/verify/facts/fact.ts';
import { FACTS } from '../../infra/verify/facts/facts.ts';
import { requireEnv } from '../../lib/env.ts';
import { serviceUnderTest } from '../support/client.ts';

describe('a fact:', () => {
  test.each(FACTS)('$name', async (fact) => {
    const service = { ...serviceUnderTest(), readOnlyKey: requireEnv('READ_ONLY_API_KEY') };
    const seen = await fact.see(service);
    if (!agreesWith(fact, seen)) expect(seen).toBe(fact.expected);
  });
});

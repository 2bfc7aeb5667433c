import { describe, expect, test } from '@jest/globals';
import { FACTS } from '../../infra/verify/facts/facts.ts';
import { requireEnv } from '../../lib/env.ts';
import { serviceUnderTest } from '../support/client.ts';

describe('a fact:', () => {
  test.each(FACTS)('$name', async ({ expected, see }) => {
    const service = { ...serviceUnderTest(), readOnlyKey: requireEnv('READ_ONLY_API_KEY') };
    expect(await see(service)).toBe(expected);
  });
});

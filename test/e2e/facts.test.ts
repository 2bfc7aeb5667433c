import { expect, test } from '@jest/globals';
import { FACTS } from '../../infra/verify/facts/gateway.ts';
import { serviceUnderTest } from '../support/client.ts';

test.each(FACTS)('a fact: $name', async ({ see, expected }) => {
  expect(await see(serviceUnderTest())).toBe(expected);
});

import { expect } from '@jest/globals';
import { generateApiKey, hashApiKey } from '../../../lib/accounts/api-key.ts';
import { call } from '../../support/client.ts';
import type { OpenProbe } from './probe.ts';

/** An allowed request gets to a function that does not use storage. */
const NOWHERE = '/nowhere';

/** Requests with keys that the gateway has never seen; every other key was never issued. */
export const authorizer: OpenProbe = async ({ baseUrls, answered, issueKey }) => {
  const issued = new Set<string>();
  let count = 0;
  const newKey = async () => {
    count += 1;
    if (count % 2 === 0) return generateApiKey('pet_test_');
    const key = await issueKey();
    issued.add(key);
    return key;
  };
  return {
    send: async () => {
      const key = await newKey();
      const service = { baseUrl: baseUrls.pets, apiKey: key };
      return { mark: key, answer: await call(NOWHERE, {}, service) };
    },
    succeeded: ({ mark, answer }) => answer.status === (issued.has(mark) ? 404 : 401),
    verify: async (sent) => {
      const read = new Set(
        answered
          .filter(({ action }) => action === 'GetItem')
          .flatMap(({ touches }) => touches.map(({ key }) => JSON.stringify(key))),
      );
      for (const { mark, answer } of sent) {
        if (answer.status === 503) continue;
        expect(read).toContain(JSON.stringify({ keyHash: { S: hashApiKey(mark) } }));
      }
      return 0;
    },
  };
};

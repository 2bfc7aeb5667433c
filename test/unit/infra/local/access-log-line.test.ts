import { describe, expect, test } from '@jest/globals';
import { accessLogLine } from '../../../../infra/local/access-log-line.ts';
import { generateApiKey } from '../../../../lib/accounts/api-key.ts';

const ENTRY = {
  ...{ method: 'GET', status: 404, ms: 3, accountId: 'acct_1' },
  ...{ requestId: 'request-1', extendedRequestId: 'extended-1' },
};

const line = (path: string): string => accessLogLine({ ...ENTRY, path });

/** A text with each of its characters as an escape. */
const escaped = (text: string): string =>
  [...text].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');

describe('a line of the access log', () => {
  test('shows a path as it came', () => {
    for (const path of ['/v1/pets/7', '/v1/a%20b%0a%5f', '/v1/%zz%', '-', '/v1/pet_test_short']) {
      expect(line(path)).toMatch(/^\S+Z 404 GET \S+ 3 ms acct_1 request-1$/);
      expect(line(path).split(' ')[3]).toBe(path);
    }
  });

  test.each(['pet_test_', 'pet_live_'] as const)('hides a key that begins with %s', (prefix) => {
    const key = generateApiKey(prefix);
    const forms = [
      key,
      key.replaceAll('_', '%5F'),
      key.replaceAll('_', '%5f'),
      escaped(key),
      escaped(key).toUpperCase(),
      escaped(escaped(key)),
      key.replace('_', '%255f'),
      key.replace('_', `%${'25'.repeat(4000)}5f`),
    ];
    for (const form of forms) {
      const [, , , path = ''] = line(`/v1/pets/${form}/%0a`).split(' ');
      expect(path).toBe('/v1/pets/pet_***/%0a');
    }
  });
});

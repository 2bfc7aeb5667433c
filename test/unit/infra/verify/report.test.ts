import { expect, test } from '@jest/globals';
import { lookAt, report } from '../../../../infra/verify/facts/fact.ts';

const fact = { name: 'A long body is refused', source: 'a page', expected: '413' };
const seen = (text: string) => lookAt({ ...fact, see: async () => text }, undefined);

test('what differs is reported with what was seen', async () => {
  const text = report([await seen('200')]);
  expect(text).toMatch(/^DIFFERS +A long body is refused\n.*Expected: 413\n.*Seen: 200\n/);
  expect(text).toContain('1 of 1 are not as expected');
});

test('what cannot be seen differs', async () => {
  const see = () => Promise.reject(new Error('no network'));
  const finding = await lookAt({ ...fact, see }, undefined);
  expect(finding).toMatchObject({ seen: 'cannot be seen: no network', agrees: false });
});

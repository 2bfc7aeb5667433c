import { expect, test } from '@jest/globals';
import { isFault, lookAt, report } from '../../../../infra/verify/facts/fact.ts';

const fact = { name: 'A long body is refused', source: 'a page', expected: '413' };
const seen = (text: string) => lookAt({ ...fact, see: async () => text }, undefined);

test('what differs fails the check, with what was seen', async () => {
  const finding = await seen('200');
  expect(isFault(finding)).toBe(true);
  const text = report([finding]);
  expect(text).toMatch(/^DIFFERS +A long body is refused\n.*Expected: 413\n.*Seen: 200\n/);
  expect(text).toContain('1 of 1 are not as expected');
});

test('what cannot be seen differs', async () => {
  const see = () => Promise.reject(new Error('no network'));
  const finding = await lookAt({ ...fact, see }, undefined);
  expect(finding).toMatchObject({ seen: 'cannot be seen: no network', agrees: false });
});

test('an advisory difference is reported, and does not fail', async () => {
  const finding = { ...(await seen('200')), advisory: true } as const;
  expect(isFault(finding)).toBe(false);
  expect(report([finding])).toMatch(/^REPORTED A long body is refused/);
});

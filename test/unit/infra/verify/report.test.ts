import { expect, test } from '@jest/globals';
import { lookAt } from '../../../../infra/verify/finding.ts';
import { report } from '../../../../infra/verify/report.ts';

const fact = {
  name: 'A long body is refused',
  source: 'two sources that differ',
  expected: '413 one text',
  otherForm: /^413 /,
};
const seen = (text: string) => lookAt('behaviour', { ...fact, see: async () => text }, undefined);

test('another form that a fact allows is reported, and is not a difference', async () => {
  const finding = await seen('413 another text');
  expect(finding.agrees).toBe(true);
  const text = report([finding]);
  expect(text).toMatch(/^other form +A long body is refused/m);
  expect(text).toContain('Seen: 413 another text');
  expect(text).toContain('All 1 are as expected.');
});

test('any other answer differs', async () => {
  const finding = await seen('200');
  expect(finding.agrees).toBe(false);
  expect(report([finding])).toContain('1 of 1 are not as expected.');
});

test('what is as expected has no details', async () => {
  expect(report([await seen('413 one text')])).not.toContain('Seen:');
});

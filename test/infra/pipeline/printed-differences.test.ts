import { expect, test } from '@jest/globals';
import { report } from '../../../infra/verify/report.ts';
import { KNOWN_DIFFERENCES } from '../../deploy/known-differences.ts';
import { knownDifferencesIn } from '../../pipeline/printed-differences.ts';

const [known = '', other = ''] = Object.values(KNOWN_DIFFERENCES).flat();

const jestPrints = (failed: number, ...names: string[]) => `FAIL e2e test/e2e/facts.test.ts
  ✕ of a fact (6 ms)
${names.map((name) => `\u001b[31m  ● a fact: › ${name}\u001b[39m\n\n    expect(received).toBe(expected)\n`).join('\n')}
Test Suites: 1 failed, 1 total
Tests:       ${failed} failed, 3 passed, ${failed + 3} total
`;

const verifyPrints = (...names: string[]) => {
  const finding = { expected: '1', seen: '2', source: 'AWS', agrees: false };
  const drift = { ...finding, name: 'Drift, which is only reported', advisory: true } as const;
  return report([drift, ...names.map((name) => ({ ...finding, name }))]);
};

test('counts what differs as known', () => {
  expect(knownDifferencesIn(jestPrints(2, known, other))).toBe('2 of 5 differ as known');
  expect(knownDifferencesIn(verifyPrints(known, other))).toBe('2 of 3 differ as known');
});

test.each([
  ['a test that is not known to fail', jestPrints(2, known, 'It works')],
  ['a test that it counts and does not name', jestPrints(2, known)],
  ['a file of tests that cannot be read', jestPrints(1, known, 'Test suite failed to run')],
  ['a finding that is not known to differ', verifyPrints(known, 'It works')],
  ['nothing that failed', verifyPrints()],
  ['what says nothing of tests', 'npm error Missing script: "jets"\n'],
])('excuses not %s', (_, printed) => {
  expect(knownDifferencesIn(printed)).toBeUndefined();
});

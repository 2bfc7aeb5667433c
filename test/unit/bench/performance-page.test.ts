import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { report } from '../../bench/figures.ts';
import { performancePage } from '../../bench/page.ts';

const read = (page: string): string =>
  readFileSync(join(import.meta.dirname, '../../../docs', page), 'utf8');

test('docs/performance.md says what docs/performance.json has, as the bench writes it', () => {
  const measured = report.parse(JSON.parse(read('performance.json')));
  expect(read('performance.md')).toBe(performancePage(measured));
});

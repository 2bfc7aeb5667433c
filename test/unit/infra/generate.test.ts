import { globSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { generatedFiles } from '../../../infra/openapi/generate/generated-files.ts';
import { fillIn } from '../../../infra/openapi/generate/generated-guides.ts';
import { API_KEY_PATTERN } from '../../../lib/accounts/api-key.ts';
import { fileText, ROOT } from '../../support/project.ts';

const generated = generatedFiles();

test.each(Object.keys(generated))('%s is up to date, or else: npm run generate', (path) => {
  expect(fileText(path)).toBe(generated[path]);
});

test('a page without a place for a list is an error that says how to make one', () => {
  expect(() => fillIn('# A page\n', 'operations: a list', '')).toThrow(
    'add the lines <!-- operations: a list --> and <!-- end of operations -->',
  );
});

test('no page and no document holds an API key', () => {
  const pages = globSync(['*.md', 'docs/**/*.md', 'packages/client/*.md', 'infra/openapi/*.json'], {
    cwd: ROOT,
  });
  expect(pages.length).toBeGreaterThan(20);
  for (const page of pages) expect(fileText(page)).not.toMatch(API_KEY_PATTERN);
});

import { globSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { getPet } from '../../../functions/get-pet/contract.ts';
import { clientFiles } from '../../../infra/openapi/client-generator/client-files.ts';
import { generatedFiles } from '../../../infra/openapi/generate/generated-files.ts';
import { fillIn } from '../../../infra/openapi/generate/generated-guides.ts';
import { API_KEY_PATTERN } from '../../../lib/accounts/api-key.ts';
import type { Contract } from '../../../lib/http/contract.ts';
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

const filesWith = (changes: Partial<Contract>) => clientFiles([{ ...getPet, ...changes }]);

test('an answer with a number that the client would read as a bigint is an error', () => {
  const count = z.number().check(z.meta({ type: 'integer', format: 'int32' }));
  const success = { status: 200, body: z.object({ counts: z.array(count) }) } as const;
  expect(() => filesWith({ success })).toThrow('getPet answers a number');
});

test('a list without a cursor, and a header that the client cannot send, are errors', () => {
  const success = { status: 200, body: z.array(z.object({})), headers: ['Link'] } as const;
  expect(() => filesWith({ success })).toThrow('give its query a cursor');
  const request = { headers: z.object({ 'X-Color': z.optional(z.string()) }) };
  expect(() => filesWith({ request })).toThrow('getPet takes X-Color');
});

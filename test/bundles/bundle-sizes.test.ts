import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { type BundleSize, bundleSize, sizeReport, weighFunctions } from '../support/bundle-size.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What a bundle may grow by before `npm run generate` must write that it was meant: 2%. */
const SLACK = 1.02;

const budgets = z
  .record(z.string(), bundleSize)
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'bundle-sizes.json'), 'utf8')));

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let sizes: Record<string, BundleSize>;

beforeAll(async () => {
  folder = await temporaryFolder();
  sizes = await weighFunctions(folder.path);
});
afterAll(() => folder.remove());

test('every function has a budget, and nothing else has, or else: npm run generate', () => {
  expect(Object.keys(sizes).sort()).toEqual(Object.keys(budgets).sort());
});

test('no bundle outgrows its budget, at init or as a zip file, or else: npm run generate', () => {
  const outgrown = Object.entries(budgets).flatMap(([name, was]) => {
    const is = sizes[name] ?? was;
    const fits = is.init <= was.init * SLACK && is.zip <= was.zip * SLACK;
    return fits ? [] : [sizeReport(name, was, is)];
  });
  expect(outgrown.join('\n')).toBe('');
});

test('no bundle holds a provider of credentials but the environment', () => {
  const providers = Object.values(sizes).flatMap(({ sources }) =>
    Object.keys(sources).filter((source) => source.includes('credential-provider-')),
  );
  expect([...new Set(providers)]).toEqual(['node_modules/@aws-sdk/credential-provider-env']);
});

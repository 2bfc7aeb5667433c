import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { operationFolder } from '../../infra/stacks/names.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import bundleSizes from './bundle-sizes.json' with { type: 'json' };
import { deployedFunctions } from './deployed-functions.ts';

/** What a bundle may grow by before `npm run generate` must write that it was meant: 2%. */
const SLACK = 1.02;

/** Bytes by the name of a function's folder. */
const budgets: Readonly<Record<string, number>> = bundleSizes;

const sizes = deployedFunctions(STAGES.production.stackName).map(
  ({ name, folder }) => [operationFolder(name), statSync(join(folder, 'index.mjs')).size] as const,
);

test('no bundle outgrows its budget, or is without one, or else: npm run generate', () => {
  const outgrown = sizes.filter(([name, bytes]) => !(bytes <= (budgets[name] ?? 0) * SLACK));
  expect(outgrown.map(([name, bytes]) => `${name}: ${bytes}, was ${budgets[name]}`)).toEqual([]);
  expect(Object.keys(budgets).sort()).toEqual(sizes.map(([name]) => name).sort());
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib';
import { slug } from 'github-slugger';
import { getPet } from '../../functions/get-pet/contract.ts';
import { listPets } from '../../functions/list-pets/contract.ts';
import { ADDRESSES } from '../../infra/stacks/addresses.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { annotateRemovals } from '../../infra/stacks/sunset-check.ts';
import { readTemplate } from '../support/assembly.ts';

/** What synthesis says of two operations, of which getPet ends on 2030-12-05. */
const levelsOn = (now: string, kept: readonly string[] = []) => {
  const stack = new Stack();
  annotateRemovals(stack, [getPet, listPets], new Date(now), kept);
  return stack.node.metadata.flatMap(
    ({ type }) => /^aws:cdk:(warning|error)$/.exec(type)?.[1] ?? [],
  );
};

test.each([
  ['2026-11-20', []],
  ['2030-09-05T23:59:59Z', []],
  ['2030-09-06', ['warning']],
  ['2030-12-04T23:59:59Z', ['warning']],
  ['2030-12-05', ['error']],
  ['2031-01-01', ['error']],
])('an operation whose end is on 2030-12-05 is on %s: %s', (now, levels) => {
  expect(levelsOn(now)).toEqual(levels);
});

test('past the end it is a warning where it is kept by name', () => {
  expect(levelsOn('2031-01-01', ['getPet'])).toEqual(['warning']);
  expect(levelsOn('2031-01-01', ['listPets'])).toEqual(['error']);
});

test('the Link of a deprecated operation leads to its section of docs/deprecations.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/deprecations.md'), 'utf8');
  const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => slug(heading));
  const template = JSON.stringify(readTemplate(STAGES.production.stackName));
  const links = [...template.matchAll(/"DEPRECATION_PAGE":"([^"]*)"/g)].map(([, link]) => link);
  const { documentation } = ADDRESSES;
  expect(links).toEqual(headings.map((id) => new URL(`deprecations.md#${id}`, documentation).href));
  expect(links.length).toBeGreaterThan(0);
});

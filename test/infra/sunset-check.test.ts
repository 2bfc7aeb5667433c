import { expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib';
import { slug } from 'github-slugger';
import { getPet } from '../../functions/get-pet/contract.ts';
import { listPets } from '../../functions/list-pets/contract.ts';
import { ADDRESSES } from '../../infra/stacks/addresses.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { annotateRemovals } from '../../infra/stacks/sunset-check.ts';
import { readTemplate } from '../support/assembly.ts';
import { fileText } from '../support/project.ts';

// `changed-stacks.test.ts` holds what it says of that.
test.each<[now: string, kept: string, levels: readonly string[]]>([
  ['2026-11-20', 'nothing', []],
  ['2030-09-05T23:59:59Z', 'nothing', []],
  ['2030-09-06', 'nothing', ['warning']],
  ['2030-12-04T23:59:59Z', 'nothing', ['warning']],
  ['2030-12-05', 'nothing', ['error']],
  ['2031-01-01', 'getPet', ['warning']],
  ['2031-01-01', 'listPets', ['error']],
])('getPet, whose end is on 2030-12-05, is on %s, where %s is kept: %s', (now, kept, levels) => {
  const stack = new Stack();
  annotateRemovals(stack, [getPet, listPets], new Date(now), [kept]);
  const said = stack.node.metadata.filter(({ type }) => /:(warning|error)$/.test(type));
  expect(said.map(({ type }) => type.replace('aws:cdk:', ''))).toEqual(levels);
});

test('the Link of a deprecated operation leads to its section of docs/deprecations.md', () => {
  const page = fileText('docs/deprecations.md');
  const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => slug(heading));
  const template = JSON.stringify(readTemplate(STAGES.production.stackName));
  const links = [...template.matchAll(/"DEPRECATION_PAGE":"([^"]*)"/g)].map(([, link]) => link);
  const { documentation } = ADDRESSES;
  expect(links).toEqual(headings.map((id) => new URL(`deprecations.md#${id}`, documentation).href));
  expect(links.length).toBeGreaterThan(0);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { slug } from 'github-slugger';
import { getPet } from '../../functions/get-pet/contract.ts';
import { listPets } from '../../functions/list-pets/contract.ts';
import { ADDRESSES } from '../../infra/stacks/addresses.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { removalNotice } from '../../infra/stacks/sunset-check.ts';
import { readTemplate } from '../support/assembly.ts';

const levelOn = (now: string, kept: readonly string[] = []) =>
  removalNotice(getPet, new Date(now), kept)?.level;

test.each([
  ['2026-11-20', undefined],
  ['2030-09-05T23:59:59Z', undefined],
  ['2030-09-06', 'warning'],
  ['2030-12-04T23:59:59Z', 'warning'],
  ['2030-12-05', 'error'],
  ['2031-01-01', 'error'],
])('an operation whose end is on 2030-12-05 is on %s: %s', (now, level) => {
  expect(levelOn(now)).toBe(level);
});

test('past the end it is a warning where it is kept by name', () => {
  expect(levelOn('2031-01-01', ['getPet'])).toBe('warning');
  expect(levelOn('2031-01-01', ['listPets'])).toBe('error');
});

test('says nothing of an operation that stays', () => {
  expect(removalNotice(listPets, new Date('2099-01-01'), [])).toBeUndefined();
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

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as z from 'zod';

const ROOT = join(import.meta.dirname, '../..');

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

const root = manifest.parse(JSON.parse(read('package.json')));
const names = Object.keys({
  ...root.dependencies,
  ...root.devDependencies,
  ...root.optionalDependencies,
});

test('version managers get the Node that npm brings', () => {
  expect(read('.nvmrc').trim()).toBe(root.devDependencies['node']);
});

test('updates of dependencies look where there are some, and name those there are', () => {
  const [first = '', ...others] = read('.github/dependabot.yml').split('\n\n');
  const manifests = { gomod: 'go.mod', npm: 'package.json', pip: 'requirements.txt' };
  for (const text of [first, ...others]) {
    const [, ecosystem = ''] = /package-ecosystem: (\S+)/.exec(text) ?? [];
    const file = new Map(Object.entries(manifests)).get(ecosystem) ?? '.github/workflows';
    for (const folder of text.match(/(?<=(?:directory: |[[ ]))\/[\w/-]*(?=[,\]]|$)/gm) ?? []) {
      expect([folder, existsSync(join(ROOT, folder, file))]).toEqual([folder, true]);
    }
  }
  const patterns = [
    ...first.matchAll(/(?<=patterns: \[)(.*)(?=\])|(?<=dependency-name: )'?([^'\n]+)/g),
  ]
    .flatMap(([, list, name = '']) => list?.split(', ') ?? [name])
    .map((pattern) => pattern.replaceAll("'", ''));
  expect(patterns.length).toBeGreaterThan(8);
  for (const pattern of patterns) {
    const [prefix = '', star] = pattern.split('*');
    const named = names.some((name) =>
      star === undefined ? name === prefix : name.startsWith(prefix),
    );
    expect([pattern, named]).toEqual([pattern, true]);
  }
});

import { expect, test } from '@jest/globals';
import * as z from 'zod';
import rootPackage from '../../package.json' with { type: 'json' };
import { fileText } from '../support/project.ts';

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      inBundle: z.boolean().optional(),
      link: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
});

test.each([
  'package-lock.json',
  'tools/bench/package-lock.json',
  'test/e2e/runtimes/package-lock.json',
  'test/infra/document/package-lock.json',
  'test/proofs/mutation/package-lock.json',
])('%s has every platform’s packages, and hashes but of the engine’s other platforms', (path) => {
  const { packages } = Lockfile.parse(JSON.parse(fileText(path)));
  const nameOf = (key: string) => key.split('node_modules/').at(-1) ?? '';
  const held = new Set(Object.keys(packages).map(nameOf));
  const optional = Object.values(packages).flatMap((each) =>
    Object.keys(each.optionalDependencies),
  );
  expect(optional.filter((name) => !held.has(name))).toEqual([]);
  const unhashed = Object.entries(packages)
    .filter(
      ([key, each]) =>
        key.includes('node_modules/') && !each.link && !each.inBundle && !each.integrity,
    )
    .map(([key]) => nameOf(key));
  const others = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'win32-x64'];
  expect(unhashed).toEqual(
    path === 'package-lock.json' ? others.map((name) => `@dynoxide/${name}`) : [],
  );
});

test('version managers get the Node that npm brings', () => {
  expect(fileText('.nvmrc').trim()).toBe(rootPackage.devDependencies.node);
});

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import rootPackage from '../../package.json' with { type: 'json' };
import { fileText, ROOT } from '../support/project.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a checkout with core.autocrlf, the default of Git for Windows, has the same bytes', () => {
  const folder = temporaryFolder();
  // Another repository of the same files, so that those count that are not committed yet.
  const env = { ...process.env, GIT_DIR: join(folder, '.git'), GIT_WORK_TREE: ROOT };
  const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, env }).toString();
  git('init', '--quiet');
  git('config', 'core.autocrlf', 'true');
  git('-c', 'core.safecrlf=false', 'add', '.');
  git('checkout-index', '--all', `--prefix=${folder}/`);
  const paths = git('ls-files', '-z').split('\0').filter(Boolean);
  const differ = paths.filter(
    (path) => !readFileSync(join(folder, path)).equals(readFileSync(join(ROOT, path))),
  );
  expect(differ).toEqual([]);
  expect(paths).toContain('.ci/run');
});

/** What a lockfile has about a package. */
interface Package {
  readonly integrity?: string;
  readonly inBundle?: boolean;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

test.each([
  'package-lock.json',
  'tools/bench/package-lock.json',
  'test/e2e/runtimes/package-lock.json',
  'test/infra/document/package-lock.json',
  'test/proofs/mutation/package-lock.json',
])('%s has every platform’s packages, and hashes but of the engine’s other platforms', (path) => {
  const packages: Readonly<Record<string, Package>> = JSON.parse(fileText(path)).packages;
  const nameOf = (key: string) => key.split('node_modules/').at(-1) ?? '';
  const held = new Set(Object.keys(packages).map(nameOf));
  const optional = Object.values(packages).flatMap((each) =>
    Object.keys(each.optionalDependencies ?? {}),
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

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

const releaseNotes = (tag: string, root = ROOT) =>
  spawnSync(join(root, '.ci/release-notes'), [tag], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], GITHUB_REPOSITORY: 'shelter/store' },
  });

test('the first version has notes: the end of the changelog', () => {
  const changelog = readFileSync(join(ROOT, 'docs/changelog.md'), 'utf8');
  const { stdout } = releaseNotes('v1.0.0');
  expect(stdout).toMatch(/^## \S+: version 1\.0\.0\n\n- /);
  expect(changelog.endsWith(stdout)).toBe(true);
});

test('a version has all that came since the one before, with links to the pages of its tag', () => {
  const path = temporaryFolder();
  mkdirSync(join(path, 'docs'));
  cpSync(join(ROOT, '.ci'), join(path, '.ci'), { recursive: true });
  writeFileSync(
    join(path, 'docs/changelog.md'),
    '## Day 5\n\n- e\n\n## Day 4: version 1.1.0\n\n- d: [limits](api.md#limits)\n\n## Day 3\n\n- c\n\n## Day 2: version 1.0.0\n\n- b\n',
  );
  const { stdout } = releaseNotes('v1.1.0', path);
  expect(stdout).toBe(
    '## Day 4: version 1.1.0\n\n- d: [limits](https://github.com/shelter/store/blob/v1.1.0/docs/api.md#limits)\n\n## Day 3\n\n- c\n',
  );
});

test('a version that the changelog does not name fails, and prints nothing', () => {
  const { status, stdout, stderr } = releaseNotes('v0.9.9');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('docs/changelog.md has no heading that ends with ": version 0.9.9".');
});

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../support/project.ts';
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

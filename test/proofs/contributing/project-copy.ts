import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../support/project.ts';
import { ownTemporaryFolder } from '../../support/temporary-folder.ts';

/** Its copy, which is removed when this process ends. */
export const COPY = join(ownTemporaryFolder(), 'copy');

const git = (cwd: string, ...words: string[]): string =>
  execFileSync('git', words, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

/** The patches of an example, in the order in which they are applied. */
export const patchesOf = (example: string): readonly string[] =>
  readdirSync(join(ROOT, 'docs/examples', example))
    .filter((file) => file.endsWith('.patch'))
    .sort()
    .map((file) => `docs/examples/${example}/${file}`);

/** Prints a line with the time. */
export const say = (text: string): void =>
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);

/** Ends this process, and says why. */
export const fail = (text: string): never => {
  console.error(`${text}.`);
  process.exit(1);
};

/** Hard links where they can be: node_modules is large, and nothing writes to it but caches. */
const link = (path: string): void => {
  if (!existsSync(join(ROOT, path))) return;
  const words = [join(ROOT, path), join(COPY, path)];
  if (spawnSync('cp', ['-al', ...words], { stdio: 'ignore' }).status !== 0) {
    rmSync(join(COPY, path), { recursive: true, force: true });
    execFileSync('cp', ['-a', ...words]);
  }
};

/** Copies the project as it is now, and all that is installed in it. */
export const copyProject = (): void => {
  git(ROOT, 'clone', '--quiet', ROOT, COPY);
  // What is not committed yet is part of what is tried.
  const changed = git(ROOT, 'ls-files', '-z', '--modified', '--others', '--exclude-standard');
  for (const path of changed.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(COPY, path)), { recursive: true });
    if (existsSync(join(ROOT, path))) copyFileSync(join(ROOT, path), join(COPY, path));
    else rmSync(join(COPY, path), { force: true });
  }
  commit('As it is');
  for (const path of ['node_modules', 'test/infra/document/node_modules', '.tools']) link(path);
  rmSync(join(COPY, 'node_modules/.cache'), { recursive: true, force: true });
};

/** Commits everything that the copy has. */
export const commit = (subject: string): void => {
  git(COPY, 'add', '--all');
  const author = ['-c', 'user.name=proof', '-c', 'user.email=proof@localhost'];
  git(COPY, ...author, 'commit', '--quiet', '--allow-empty', '--message', subject);
};

/** What changed in the copy since the last commit, a line for each file as `git status` has it. */
export const changes = (): readonly string[] =>
  git(COPY, 'status', '--porcelain', '--untracked-files=all').split('\n').filter(Boolean);

/** The same as a difference, of files that were there. */
export const difference = (): string => git(COPY, 'diff');

/** Makes files as they are in the last commit, which may not have them. */
export const takeBack = (paths: Iterable<string>): void => {
  const known = git(COPY, 'ls-tree', '-r', '--name-only', 'HEAD').split('\n');
  for (const path of paths) {
    if (known.includes(path)) git(COPY, 'checkout', '--quiet', 'HEAD', '--', path);
    else {
      rmSync(join(COPY, path), { force: true });
      const folder = dirname(join(COPY, path));
      if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
    }
  }
};

/** Runs a command in the copy. Ends this process with its output if it fails. */
export const run = (command: string, ...words: string[]): void => {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(command, words, {
    cwd: COPY,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const text = [command, ...words].join(' ');
  if (status !== 0) {
    console.error(stdout, stderr);
    fail(`${text} fails`);
  }
  say(`${text} is green after ${((performance.now() - start) / 1000).toFixed(0)} s`);
};

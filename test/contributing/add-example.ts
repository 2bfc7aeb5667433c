import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownTemporaryFolder } from '../support/temporary-folder.ts';
import { readExample } from './example.ts';

/**
 * A program: adds the operation that CONTRIBUTING shows to a copy of the project, as the page says and
 * with no other edit, and fails unless everything is green with it, and as it was without it.
 */

const ROOT = join(import.meta.dirname, '../..');
const COPY = join(ownTemporaryFolder(), 'copy');
const REGISTRY = join(COPY, 'functions/index.ts');

const git = (cwd: string, ...words: string[]): string =>
  execFileSync('git', words, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

const say = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);

/** Hard links where they can be: node_modules is large, and nothing writes to it. */
const link = (path: string): void => {
  if (!existsSync(join(ROOT, path))) return;
  const words = [join(ROOT, path), join(COPY, path)];
  if (spawnSync('cp', ['-al', ...words], { stdio: 'ignore' }).status !== 0) {
    rmSync(join(COPY, path), { recursive: true, force: true });
    execFileSync('cp', ['-a', ...words]);
  }
};

const copyProject = (): void => {
  git(ROOT, 'clone', '--quiet', ROOT, COPY);
  // What is not committed yet is part of what is tried.
  const changed = git(ROOT, 'ls-files', '-z', '--modified', '--others', '--exclude-standard');
  for (const path of changed.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(COPY, path)), { recursive: true });
    if (existsSync(join(ROOT, path))) copyFileSync(join(ROOT, path), join(COPY, path));
    else rmSync(join(COPY, path), { force: true });
  }
  git(COPY, 'add', '--all');
  const author = ['-c', 'user.name=proof', '-c', 'user.email=proof@localhost'];
  git(COPY, ...author, 'commit', '--quiet', '--allow-empty', '--message', 'As it is');
  for (const path of ['node_modules', 'test/contract/node_modules', '.tools']) link(path);
};

const run = (script: string): void => {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', script], {
    cwd: COPY,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) {
    console.error(stdout, stderr);
    fail(`npm run ${script} fails`);
  }
  say(`npm run ${script} is green after ${((performance.now() - start) / 1000).toFixed(0)} s`);
};

const fail = (text: string): never => {
  console.error(`${text}.`);
  process.exit(1);
};

const changes = (): readonly string[] =>
  git(COPY, 'status', '--porcelain', '--untracked-files=all').split('\n').filter(Boolean);

copyProject();
say('The project is copied');

const { files, registryLine } = readExample(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));
const registry = readFileSync(REGISTRY, 'utf8');
for (const [path, text] of files) {
  mkdirSync(dirname(join(COPY, path)), { recursive: true });
  writeFileSync(join(COPY, path), text);
}
const lines = [...registry.trimEnd().split('\n'), registryLine].sort();
writeFileSync(REGISTRY, `${lines.join('\n')}\n`);
say(`Edited by hand:\n  ${changes().join('\n  ')}`);

run('generate');
const edited = new Set([...files.keys(), 'functions/index.ts']);
const generated = changes().filter((line) => !edited.has(line.slice(3)));
say(`Written by npm run generate:\n  ${generated.join('\n  ')}`);
run('test');

for (const path of files.keys())
  rmSync(dirname(join(COPY, path)), { recursive: true, force: true });
writeFileSync(REGISTRY, registry);
run('generate');
if (changes().length > 0)
  fail(`Taken away again, it leaves\n${git(COPY, 'diff')}${changes().join('\n')}`);
say('Taken away again, it leaves no difference');

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { applyEdit, type ExampleOperation, readExamples } from './example.ts';
import { otherAddresses, withAddresses } from './own-addresses.ts';
import {
  COPY,
  changes,
  commit,
  copyProject,
  difference,
  fail,
  ROOT,
  run,
  say,
  takeBack,
} from './project-copy.ts';

/**
 * A program: changes every address in a copy of the project, as who deploys it does, adds the operations that
 * CONTRIBUTING shows, as the page says and with no other edit, and fails unless everything is green with
 * them, and as it was without them.
 */

const ADDRESSES = 'infra/stacks/addresses.ts';
const REGISTRY = 'functions/index.ts';
const hasTools = existsSync(join(ROOT, 'test/infra/document/node_modules'));

const read = (path: string): string => readFileSync(join(COPY, path), 'utf8');
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(COPY, path)), { recursive: true });
  writeFileSync(join(COPY, path), text);
};

const add = ({ files, edits, registryLine }: ExampleOperation): readonly string[] => {
  for (const [path, text] of files) write(path, text);
  for (const edit of edits) write(edit.path, applyEdit(read(edit.path), edit));
  const [comment, ...exports] = read(REGISTRY)
    .trimEnd()
    .split(/\n(?=export )/);
  write(REGISTRY, `${[comment, ...[...exports, registryLine].sort()].join('\n')}\n`);
  return [...files.keys(), ...edits.map(({ path }) => path), REGISTRY];
};

copyProject();
say('The project is copied');

write(ADDRESSES, withAddresses(read(ADDRESSES), otherAddresses()));
run('npm', 'run', 'generate');
say(`Other addresses change:\n  ${changes().join('\n  ')}`);
run('npx', 'biome', 'check', '--write', ADDRESSES);
commit('Addresses');

const edited = new Set(
  readExamples(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')).flatMap(add),
);
run('npx', 'biome', 'check', '--write');
say(`Edited by hand:\n  ${changes().join('\n  ')}`);

run('npm', 'run', 'generate');
const generated = changes().filter((line) => !edited.has(line.slice(3)));
say(`Written by npm run generate:\n  ${generated.join('\n  ')}`);
run('npm', 'run', 'test');
// The one of the drills that depends on addresses.
run(
  'npm',
  'run',
  'jest',
  '--',
  '--selectProjects',
  'drills',
  '--testPathPatterns',
  'operator-pages',
);
if (hasTools) run('npm', 'run', 'check', '--', 'document');
else say('check -- document is left out: npm run tools -- document brings what it needs');

takeBack(edited);
run('npm', 'run', 'generate');
if (changes().length > 0)
  fail(`Taken away again, they leave\n${difference()}${changes().join('\n')}`);
say('Taken away again, they leave no difference');

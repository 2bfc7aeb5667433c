import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { otherAddresses, withAddresses } from './own-addresses.ts';
import {
  COPY,
  changes,
  commit,
  copyProject,
  difference,
  fail,
  patchesOf,
  ROOT,
  run,
  say,
  takeBack,
} from './project-copy.ts';

/**
 * A program: changes every address in a copy of the project, and has a profile of AWS, as who deploys it does. Then it adds the
 * operations of `docs/examples`, as CONTRIBUTING says. It fails unless everything is green with them, and as it was without them.
 */

const ADDRESSES = 'infra/stacks/addresses.ts';
const hasTools = existsSync(join(ROOT, 'test/infra/document/node_modules'));

const read = (path: string): string => readFileSync(join(COPY, path), 'utf8');
/** Adds an example as CONTRIBUTING says. @returns the files that a person changed */
const add = (name: string): readonly string[] => {
  const before = new Set(changes());
  const steps = patchesOf(name);
  if (steps.length === 1) {
    run('cp', '-r', `docs/examples/${name}`, 'functions');
    run('git', 'apply', `functions/${name}/edits.patch`);
    run('rm', `functions/${name}/edits.patch`);
  } else for (const patch of steps) run('git', 'apply', patch);
  return changes()
    .filter((line) => !before.has(line))
    .map((line) => line.slice(3));
};

process.env['AWS_PROFILE'] = 'shelter';

copyProject();
say('The project is copied');

writeFileSync(join(COPY, ADDRESSES), withAddresses(read(ADDRESSES), otherAddresses()));
run('npm', 'run', 'generate');
say(`Other addresses change:\n  ${changes().join('\n  ')}`);
run('npx', 'biome', 'check', '--write', ADDRESSES);
commit('Addresses');

const edited = new Set(readdirSync(join(ROOT, 'docs/examples')).flatMap(add));
say(`Edited by hand:\n  ${changes().join('\n  ')}`);

run('npm', 'run', 'generate');
const generated = changes().filter((line) => !edited.has(line.slice(3)));
say(`Written by npm run generate:\n  ${generated.join('\n  ')}`);
run('npm', 'run', 'test');
if (hasTools) run('npm', 'run', 'check', '--', 'document');
else say('check -- document is left out: npm run tools -- document brings what it needs');

takeBack(edited);
run('npm', 'run', 'generate');
if (changes().length > 0)
  fail(`Taken away again, they leave\n${difference()}${changes().join('\n')}`);
say('Taken away again, they leave no difference');

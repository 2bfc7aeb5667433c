import { copyFileSync, cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, expect, test } from '@jest/globals';
import { sourceChanges } from '../../../../infra/local/source-changes.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

let root: string;
const at = (path: string) => join(root, path);
const save = (path: string, text = 'one') => writeFileSync(at(path), text);
const move = (from: string, to: string) => renameSync(at(from), at(to));

beforeEach(async () => {
  root = temporaryFolder();
  for (const folder of ['functions/x', 'infra', 'lib']) mkdirSync(at(folder), { recursive: true });
  for (const path of ['functions/x/handler.ts', 'functions/x/handler.ts~', 'lib/a.ts', 'lib/b.ts'])
    save(path);
  // Clocks of file systems are coarse.
  await setTimeout(20);
});

test.each<[string, () => void]>([
  ['in place, with the same length', () => save('lib/a.ts', 'two')],
  ['by a rename of a new file', () => move('functions/x/handler.ts~', 'functions/x/handler.ts')],
  ['by a rename of another source', () => move('lib/b.ts', 'lib/a.ts')],
  ['as an older file', () => copyFileSync(at('lib/b.ts'), at('lib/a.ts'))],
  ['as a new file', () => save('lib/new.css')],
  ['in new nested folders', () => cpSync(at('functions'), at('lib/a/b'), { recursive: true })],
  ['by a rename of its folder', () => move('functions/x', 'functions/y')],
  ['by its removal', () => rmSync(at('lib/b.ts'))],
  ['by the removal of all', () => rmSync(at('functions'), { recursive: true })],
])('sees a source that is saved %s', (_, change) => {
  const before = sourceChanges(root);
  change();
  expect(sourceChanges(root)).not.toBe(before);
});

test('sees nothing where editors only write their own files', () => {
  const before = sourceChanges(root);
  for (const path of ['functions/x/.#handler.ts', 'lib/.a.ts.swp', 'lib/a.ts~', 'lib/4913'])
    save(path);
  expect(sourceChanges(root)).toBe(before);
});

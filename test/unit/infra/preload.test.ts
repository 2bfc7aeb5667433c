import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FILE = join(import.meta.dirname, '../../../infra/command-line/preload.js');

const run = (file: string, ...options: string[]) => {
  const args = [...options, '--import', file, '-e', 'console.log("runs")'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stdout, stderr };
};

const refused = {
  status: 1,
  stdout: '',
  stderr: expect.stringMatching(
    /^pet-store: .*\. Run: npm ci --include=dev --ignore-scripts=false\n$/,
  ),
};

test('a command runs with the dependencies, on a Node that runs TypeScript', () => {
  expect(run(FILE)).toEqual({ status: 0, stdout: 'runs\n', stderr: '' });
});

test('a Node that does not run TypeScript ends with one line that says what to do', () => {
  expect(run(FILE, '--no-experimental-strip-types')).toEqual(refused);
});

test('so does a folder without the dependencies for development', () => {
  const copy = join(temporaryFolder(), 'preload.mjs');
  copyFileSync(FILE, copy);
  expect(run(copy)).toEqual(refused);
});

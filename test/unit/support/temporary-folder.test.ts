import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const MODULE = join(import.meta.dirname, '../../support/temporary-folder.ts');

/** Has its child leave a file in the temporary folder, lists its own folder, and ends as its argument says. */
const PROGRAM = `
  import { execFileSync } from 'node:child_process';
  import { readdirSync } from 'node:fs';
  import { ownTemporaryFolder } from ${JSON.stringify(MODULE)};
  const [, end] = process.argv;
  const signal = end.startsWith('SIG') && (() => process.kill(process.pid, end));
  // Once more, as when npm passes on what a terminal has sent already.
  if (signal) process.once('exit', signal);
  const path = ownTemporaryFolder();
  execFileSync(process.execPath, ['-e', 'fs.writeFileSync(path.join(os.tmpdir(), "left"), "")']);
  console.log(readdirSync(path).join());
  if (end === 'an error') throw new Error(end);
  if (signal) {
    signal();
    setTimeout(() => {}, 60_000);
  }`;

test.each([
  ['itself', 0],
  ['an error', 1],
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])('nothing of a program stays that is ended by %s', (end, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'own-'));
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM, end],
    { env: { ...process.env, TMPDIR: folder }, encoding: 'utf8' },
  );
  expect(stdout).toBe('left\n');
  expect(status).toBe(expected);
  expect(readdirSync(folder)).toEqual([]);
});

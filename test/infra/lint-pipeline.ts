import { spawnSync } from 'node:child_process';
import { goProgram, installGoProgram } from '../support/go-program.ts';

/** A program: checks the workflows as GitHub reads them. It builds actionlint once, which takes Go. */

const ACTIONLINT = goProgram('github.com/rhysd/actionlint/cmd/actionlint@v1.7.12');

installGoProgram(ACTIONLINT);
// Without the linters that may or may not be on a machine, so that the answer is the same on each.
const { status } = spawnSync(ACTIONLINT.command, ['-shellcheck=', '-pyflakes='], {
  stdio: 'inherit',
});
if (status === 0) console.log('GitHub can read the workflows.');
process.exit(status ?? 1);

import { spawnSync } from 'node:child_process';
import { goProgram, installGoProgram } from '../support/go-program.ts';

/** A program: checks the workflows with actionlint, which it builds once with Go. */

const ACTIONLINT = goProgram('github.com/rhysd/actionlint/cmd/actionlint@v1.7.12');

installGoProgram(ACTIONLINT);
// Without further linters that a machine may have, so that the result is the same on each.
const { status } = spawnSync(ACTIONLINT.command, ['-shellcheck=', '-pyflakes='], {
  stdio: 'inherit',
});
if (status === 0) console.log('GitHub can read the workflows.');
process.exit(status ?? 1);

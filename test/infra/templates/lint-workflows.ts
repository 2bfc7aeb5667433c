import { spawnSync } from 'node:child_process';
import { goCommand, installGoProgram } from '../../../tools/go-program.ts';
import { pythonCommand } from '../../../tools/python-environment.ts';

/**
 * A program: checks the workflows with actionlint (does GitHub understand them?), which it builds once with Go, and
 * zizmor (are they safe?).
 */

installGoProgram('actionlint');

const finds = (command: string, ...words: readonly string[]): boolean =>
  spawnSync(command, words, { stdio: 'inherit' }).status !== 0;

// Without further linters that a machine may have, and without questions to GitHub: the result is the same everywhere.
const found = [
  finds(goCommand('actionlint'), '-shellcheck=', '-pyflakes='),
  finds(pythonCommand('cfn-lint', 'zizmor'), '--offline', '--quiet', '.github'),
];
if (found.includes(true)) process.exit(1);
console.log('actionlint and zizmor find nothing in the workflows.');

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../../support/project.ts';
import { ownTemporaryFolder } from '../../support/temporary-folder.ts';

/**
 * A program: changes `functions` and `lib` in one place at a time, and runs the tests that reach that place. A change
 * that no test notices survives. Arguments go to Stryker.
 */

const stryker = join(import.meta.dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const { status } = spawnSync(
  process.execPath,
  [
    ...[stryker, 'run', join(import.meta.dirname, 'stryker.config.js')],
    ...['--tempDirName', join(ownTemporaryFolder(), 'mutants')],
    ...process.argv.slice(2),
  ],
  { cwd: ROOT, stdio: 'inherit' },
);
process.exitCode = status ?? 1;

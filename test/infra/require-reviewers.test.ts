import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPT = join(import.meta.dirname, '../../.ci/require-reviewers');

test.each([
  ['goes on where someone has to approve', 'echo branch_policy; echo required_reviewers', '', 0],
  ['refuses an environment without reviewers', 'echo branch_policy', '', 1],
  ['refuses where there is no environment', 'echo "HTTP 404" >&2; exit 1', 'false', 1],
  ['goes on without reviewers if the variable allows it', 'exit 1', 'true', 0],
])('.ci/require-reviewers %s', (_name, gh, ALLOWED, expected) => {
  const path = temporaryFolder();
  writeFileSync(join(path, 'gh'), `#!/bin/bash\n${gh}\n`, { mode: 0o755 });
  const { status, stdout } = spawnSync(SCRIPT, ['production'], {
    encoding: 'utf8',
    env: {
      PATH: [path, process.env['PATH']].join(delimiter),
      GITHUB_REPOSITORY: 'owner/pets',
      ALLOWED,
    },
  });
  expect([status, stdout.includes('PRODUCTION_WITHOUT_REVIEW')]).toEqual([
    expected,
    expected === 1,
  ]);
});

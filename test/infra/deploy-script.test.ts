import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DEPLOY = join(import.meta.dirname, '../../.ci/deploy');

/** Runs the script with a CDK that deploys nothing, and writes these outputs of the stack. */
const deploy = (outputs: Readonly<Record<string, string>>, problem = '') => {
  const path = temporaryFolder();
  const written = JSON.stringify({ 'pet-store-staging': outputs });
  const end = problem && `echo '${problem}'\nexit 1\n`;
  const npx = `#!/bin/bash\necho "$@"\necho '${written}' > "\${@: -1}"\n${end}`;
  writeFileSync(join(path, 'npx'), npx, { mode: 0o755 });
  const { status, stdout, stderr } = spawnSync(DEPLOY, ['staging', 'cdk.out'], {
    encoding: 'utf8',
    env: { PATH: [path, process.env['PATH']].join(delimiter) },
  });
  return { status, stdout, stderr };
};

test('.ci/deploy deploys what was synthesized, and prints the addresses of the stack alone', () => {
  const addresses = { PetsBaseUrl: 'https://pets/v1', QuickstartBaseUrl: 'https://quickstart/v1' };
  const { status, stdout, stderr } = deploy(addresses);
  expect([status, stdout]).toEqual([
    0,
    'BASE_URL=https://pets/v1\nQUICKSTART_URL=https://quickstart/v1\n',
  ]);
  expect(stderr).toMatch(/^--no -- cdk deploy pet-store-staging --app cdk\.out /);
});

test('.ci/deploy fails where the stack does not have an address, and prints none', () => {
  const { status, stdout, stderr } = deploy({ PetsBaseUrl: 'https://pets/v1' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^pet-store-staging has no output QuickstartBaseUrl\.$/m);
});

test.each([
  [
    'Stack [arn] cannot be deleted while TerminationProtection is enabled',
    /The first deployment of pet-store-staging failed: .*docs\/deploying\.md/,
  ],
  [
    'ReservedConcurrentExecutions decreases UnreservedConcurrentExecution below its minimum value of [100]',
    /too few functions at once .*docs\/first-hour\.md, “Quotas”/,
  ],
])('.ci/deploy says what to do about “%s”', (problem, advice) => {
  const { status, stdout, stderr } = deploy({}, problem);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(advice);
});

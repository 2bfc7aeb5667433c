import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { STAGES } from '../../infra/stacks/stages.ts';
import { fileText, ROOT } from '../support/project.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const STACK = STAGES.staging.stackName;

/**
 * Runs a script of `.ci`.
 * @param programs programs that it finds first, as text of bash by name
 */
const run = (
  [script = '', ...words]: readonly string[],
  programs: Readonly<Record<string, string>> = {},
  { root = ROOT, ...env }: NodeJS.ProcessEnv & { readonly root?: string } = {},
) => {
  const path = temporaryFolder();
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(path, name), `#!/bin/bash\n${text}\n`, { mode: 0o755 });
  }
  const PATH = [path, process.env['PATH']].join(delimiter);
  const options = { encoding: 'utf8', env: { PATH, ...env } } as const;
  const { status, stdout, stderr } = spawnSync(join(root, '.ci', script), words, options);
  return { status, stdout, stderr };
};

/** Runs `.ci/deploy` with a CDK that deploys nothing, and writes these outputs of the stack. */
const deploy = (outputs: Readonly<Record<string, string>>, problem = '') => {
  const written = JSON.stringify({ [STACK]: outputs });
  const end = problem && `echo '${problem}'\nexit 1`;
  const npx = `echo "$@"\necho '${written}' > "\${@: -1}"\n${end}`;
  return run(['deploy', 'staging', 'cdk.out'], { npx });
};

test('.ci/deploy deploys what was synthesized, and prints the addresses of the stack alone', () => {
  const addresses = { PetsBaseUrl: 'https://pets/v1', QuickstartBaseUrl: 'https://quickstart/v1' };
  const { status, stdout, stderr } = deploy(addresses);
  expect([status, stdout]).toEqual([
    0,
    'BASE_URL=https://pets/v1\nQUICKSTART_URL=https://quickstart/v1\n',
  ]);
  expect(stderr).toContain(`--no -- cdk deploy ${STACK} --app cdk.out `);
});

test.each([
  ['', /^\S+ has no output QuickstartBaseUrl\.$/],
  [
    'Stack [arn] cannot be deleted while TerminationProtection is enabled',
    /The first deployment of \S+ failed: .*docs\/deploying\.md/,
  ],
  [
    'ReservedConcurrentExecutions decreases UnreservedConcurrentExecution below its minimum value of [100]',
    /too few functions at once .*docs\/first-hour\.md, “Quotas”/,
  ],
])('.ci/deploy prints no address, and says what to do, about “%s”', (problem, advice) => {
  const { status, stdout, stderr } = deploy({ PetsBaseUrl: 'https://pets/v1' }, problem);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(advice);
});

test.each([
  ['goes on where someone has to approve', 'echo branch_policy; echo required_reviewers', '', 0],
  ['refuses an environment without reviewers', 'echo branch_policy', '', 1],
  ['refuses an environment that does not exist', 'echo "HTTP 404" >&2; exit 1', 'false', 1],
  ['goes on without reviewers if the variable allows it', 'exit 1', 'true', 0],
])('.ci/require-reviewers %s', (_name, gh, ALLOWED, expected) => {
  const env = { GITHUB_REPOSITORY: 'owner/pets', ALLOWED };
  const { status, stdout } = run(['require-reviewers', 'production'], { gh }, env);
  const isNamed = stdout.includes('PRODUCTION_WITHOUT_REVIEW');
  expect([status, isNamed]).toEqual([expected, expected === 1]);
});

const releaseNotes = (tag: string, root = ROOT) =>
  run(['release-notes', tag], {}, { GITHUB_REPOSITORY: 'shelter/store', root });

test('the first version has notes: the end of the changelog', () => {
  const { stdout } = releaseNotes('v1.0.0');
  expect(stdout).toMatch(/^## \S+: version 1\.0\.0\n\n- /);
  expect(fileText('docs/changelog.md').endsWith(stdout)).toBe(true);
});

test('a version has all that came since the one before, with links to the pages of its tag', () => {
  const path = temporaryFolder();
  mkdirSync(join(path, 'docs'));
  cpSync(join(ROOT, '.ci'), join(path, '.ci'), { recursive: true });
  writeFileSync(
    join(path, 'docs/changelog.md'),
    '## Day 5\n\n- e\n\n## Day 4: version 1.1.0\n\n- d: [limits](api.md#limits)\n\n## Day 3\n\n- c\n\n## Day 2: version 1.0.0\n\n- b\n',
  );
  expect(releaseNotes('v1.1.0', path).stdout).toBe(
    '## Day 4: version 1.1.0\n\n- d: [limits](https://github.com/shelter/store/blob/v1.1.0/docs/api.md#limits)\n\n## Day 3\n\n- c\n',
  );
});

test('a version that the changelog does not name fails, and prints nothing', () => {
  const { status, stdout, stderr } = releaseNotes('v0.9.9');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('docs/changelog.md has no heading that ends with ": version 0.9.9".');
});

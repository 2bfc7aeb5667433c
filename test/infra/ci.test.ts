import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { parse } from 'yaml';
import { STAGES } from '../../infra/stacks/stages.ts';
import { readTemplate } from '../support/assembly.ts';
import { fileText, ROOT } from '../support/project.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What linters of workflows cannot know: this pipeline's own rules. */

interface Step {
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly concurrency?: unknown;
  readonly permissions: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}

type Jobs = Readonly<Record<string, Job>>;

const jobsOf = (file: string): Jobs =>
  (parse(fileText(`.github/workflows/${file}`)) as { readonly jobs: Jobs }).jobs;

const allJobs = readdirSync(join(ROOT, '.github/workflows')).flatMap((file) =>
  Object.values(jobsOf(file)),
);
const pipeline = jobsOf('pipeline.yml');

const commandsOf = ({ steps }: Job): string[] => steps.flatMap(({ run = [] }) => run);
const uses = ({ steps }: Job, name: string): boolean => JSON.stringify(steps).includes(name);

test('jobs read the variables and secrets that docs/deploying.md gives to their environment, and all of them', () => {
  const rows = fileText('docs/deploying.md').matchAll(
    /^\| (`.+?`) +\| (variable|secret) +\| `(\w+)` /gm,
  );
  const given = [...rows].flatMap(([, environments = '', kind, name]) =>
    (environments.match(/[\w-]+/g) ?? []).map(
      (each) => `${each}: ${kind === 'secret' ? 'secrets' : 'vars'}.${name}`,
    ),
  );
  const used = allJobs.flatMap(({ environment, steps }) =>
    (JSON.stringify(steps).match(/\b(?:vars|secrets)\.\w+/g) ?? []).map(
      (name) => `${environment ?? 'repository'}: ${name}`,
    ),
  );
  expect([...new Set(used)].sort()).toEqual(given.sort());
});

test('a job that can change something in AWS runs no code of a dependency but the CDK’s command', () => {
  const deploying = Object.values(pipeline).filter((job) => uses(job, 'vars.DEPLOY_ROLE_ARN'));
  expect(deploying.map(({ environment }) => environment)).toEqual(['staging', 'production']);
  for (const job of deploying) {
    expect(commandsOf(job)).toEqual([
      'npm ci --ignore-scripts',
      `.ci/deploy ${job.environment} cdk.out >> "$GITHUB_OUTPUT"`,
    ]);
  }
});

test('the job of production, its AWS session and role last for a canary of all functions and its way back', () => {
  const { 'timeout-minutes': minutes = 0, steps = [] } = pipeline['production'] ?? {};
  const session = steps.flatMap((step) => step.with?.['role-duration-seconds'] ?? []);
  expect(session).toEqual([60 * minutes]);
  expect(fileText('docs/deploying.md')).toContain(`--max-session-duration ${60 * minutes}\``);
  // A wave of ten takes eleven minutes, all else a quarter of an hour.
  const functions = 10 * Math.floor((minutes - 15) / (2 * 11));
  expect(fileText('docs/scale.md')).toContain(
    `${minutes} minutes: time for a canary of ${functions} `,
  );
  const template = Template.fromJSON(readTemplate(STAGES.production.stackName));
  const released = Object.keys(template.findResources('AWS::CodeDeploy::DeploymentGroup'));
  expect(released.length).toBeGreaterThan(0);
  expect(released.length).toBeLessThanOrEqual(functions);
});

test('a job that runs the code of dependencies may write nothing on GitHub', () => {
  for (const job of allJobs.filter((each) => commandsOf(each).includes('npm ci'))) {
    expect({ 'id-token': 'write', ...job.permissions }).toEqual({
      contents: 'read',
      'id-token': 'write',
    });
  }
});

test('no job has both a role and a key', () => {
  const both = allJobs.filter((job) => uses(job, 'role-to-assume') && uses(job, 'secrets.'));
  expect(both).toEqual([]);
});

/** The jobs that must have succeeded before one begins. */
const neededBy = (name: string): string[] =>
  [pipeline[name]?.needs ?? []].flat().flatMap((needed) => [needed, ...neededBy(needed)]);

test('production waits for all that looks at staging, and at who approves, and nothing is deployed but from main', () => {
  const others = ['build', 'reviewers', 'staging', 'staging-drift', 'staging-tests', 'test'];
  expect([...new Set(neededBy('production'))].sort()).toEqual(others);
  for (const [name, { environment }] of Object.entries(pipeline)) {
    if (environment === undefined) continue;
    const conditions = neededBy(name).map((needed) => pipeline[needed]?.if);
    expect(conditions).toContain("github.ref == 'refs/heads/main'");
  }
});

test('each job has a time limit, and two runs never use an environment at once', () => {
  for (const { environment, concurrency, 'timeout-minutes': minutes } of allJobs) {
    expect(minutes).toBeGreaterThan(0);
    if (environment !== undefined) expect(concurrency).toEqual({ group: environment });
  }
});

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

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { parse } from 'yaml';
import { STAGES } from '../../infra/stacks/stages.ts';
import { readTemplate } from '../support/assembly.ts';
import { fileText, ROOT } from '../support/project.ts';

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

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { findAction } from '../../pipeline/actions.ts';
import { problemsOf } from '../../pipeline/check-workflow.ts';
import { readGrants } from '../../pipeline/grants.ts';
import { type Job, readWorkflow } from '../../pipeline/workflow.ts';

/** The rules that a run of the pipeline (test/pipeline) cannot show: what it must not do. */

const ROOT = join(import.meta.dirname, '../../..');
const WORKFLOWS = join(ROOT, '.github/workflows');

const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const commandsOf = ({ steps }: Job) => steps.flatMap((step) => ('run' in step ? step.run : []));
const actionsOf = ({ steps }: Job) => steps.flatMap((step) => ('uses' in step ? step.uses : []));
const reads = (job: Job, name: string): boolean => JSON.stringify(job.steps).includes(name);

describe.each(readdirSync(WORKFLOWS))('%s', (file) => {
  const source = text(`.github/workflows/${file}`);
  const workflow = readWorkflow(file, source);

  test('names nothing that is not given to it', () => {
    const grants = readGrants(text('docs/deploying.md'));
    expect(problemsOf(workflow, file === 'pipeline.yml' ? grants : new Map())).toEqual([]);
  });

  test('runs no action but by the hash of its commit', () => {
    const actions = Object.values(workflow.jobs).flatMap(actionsOf);
    expect(actions.length).toBeGreaterThan(0);
    const pinned = source.match(
      /(?<=uses: )[\w-]+(?:\/[\w-]+)+@[0-9a-f]{40}(?= # v\d+\.\d+\.\d+$)/gm,
    );
    expect(pinned).toEqual(actions);
  });

  test('gives each job the permissions that its steps need, and no other', () => {
    expect(workflow.permissions).toEqual({});
    for (const job of Object.values(workflow.jobs)) {
      const needed = actionsOf(job).flatMap((uses) => {
        const { permission } = findAction(uses);
        return permission === undefined ? [] : [permission];
      });
      if (commandsOf(job).join().includes('gh release create ')) needed.push(['contents', 'write']);
      expect(job.permissions).toEqual(Object.fromEntries(needed));
    }
  });
});

test('a workflow that is not given what it names has problems', () => {
  const pipeline = readWorkflow('pipeline.yml', text('.github/workflows/pipeline.yml'));
  expect(problemsOf(pipeline, new Map())).toContain(
    `staging, step 5 (aws-actions/configure-aws-credentials): \${{ vars.DEPLOY_ROLE_ARN }} names nothing: docs/deploying.md does not give it to the environment staging.`,
  );
});

const { jobs } = readWorkflow('pipeline.yml', text('.github/workflows/pipeline.yml'));

/** The jobs that must have succeeded before one begins. */
const neededBy = (name: string): readonly string[] =>
  (jobs[name]?.needs ?? []).flatMap((needed) => [needed, ...neededBy(needed)]);

test('a job that can change something in AWS runs no code of a dependency but the CDK’s command', () => {
  const deploying = Object.values(jobs).filter((job) => reads(job, 'vars.DEPLOY_ROLE_ARN'));
  expect(deploying.map(({ environment }) => environment)).toEqual(['staging', 'production']);
  for (const job of deploying) {
    expect(commandsOf(job)).toEqual([
      'npm ci --ignore-scripts',
      `.ci/deploy ${job.environment} cdk.out >> "$GITHUB_OUTPUT"`,
    ]);
  }
  const lines = text('.ci/deploy').split('\n');
  const commands = lines.filter((line) => !line.startsWith('#')).join('\n');
  expect(commands.match(/\b(?:npm|npx|jest)\b.*/g)).toEqual([
    expect.stringMatching(/^npx --no -- cdk deploy "\$stack" /),
  ]);
});

test('no job has both a role and a key', () => {
  const both = Object.values(jobs).filter(
    (job) => reads(job, 'configure-aws-credentials') && reads(job, 'secrets.'),
  );
  expect(both).toEqual([]);
});

test('production waits for all that looks at staging, and nothing is deployed but from main', () => {
  const others = ['build', 'staging', 'staging-drift', 'staging-tests', 'test'];
  expect([...new Set(neededBy('production'))].sort()).toEqual(others);
  for (const [name, { environment }] of Object.entries(jobs)) {
    if (environment === undefined) continue;
    const conditions = neededBy(name).map((needed) => jobs[needed]?.if);
    expect(conditions).toContain("github.ref == 'refs/heads/main'");
  }
});

test('each job has a time limit, and its own environment is never used by two runs at once', () => {
  for (const { environment, concurrency, 'timeout-minutes': minutes } of Object.values(jobs)) {
    expect(minutes).toBeGreaterThan(0);
    if (environment !== undefined) expect(concurrency).toEqual({ group: environment });
  }
});

test('the smoke test, which writes nothing, is all that runs on production', () => {
  const onProduction = Object.values(jobs).filter(
    (job) => job.environment !== 'production' && reads(job, 'needs.production.'),
  );
  expect(onProduction.map(commandsOf)).toEqual([
    ['npm ci', 'npm run jest -- e2e/smoke --selectProjects e2e'],
  ]);
});

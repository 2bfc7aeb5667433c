import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const WORKFLOWS = join(import.meta.dirname, '../../.github/workflows');
const pipeline = readFileSync(join(WORKFLOWS, 'pipeline.yml'), 'utf8');

const [, ...parts] = pipeline.split(/^ {2}([\w-]+):$/m);

/** The text of every job by its name, in their order. */
const jobs = new Map(
  parts.flatMap((name, index) =>
    index % 2 === 0 ? [[name, parts[index + 1] ?? ''] as const] : [],
  ),
);

const job = (name: string): string => jobs.get(name) ?? '';

test.each(readdirSync(WORKFLOWS))('%s runs no action but by the hash of its commit', (file) => {
  const actions = readFileSync(join(WORKFLOWS, file), 'utf8').match(/uses: .*/g) ?? [];
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) {
    expect(action).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  }
});

test('the pipeline gives no job more than to read the code, and to those that deploy, to prove to AWS who they are', () => {
  expect(pipeline).toMatch(/^permissions: \{\}$/m);
  const granted = [...jobs].map(([name, text]) => [
    name,
    text.match(/(?<=^ {6})[\w-]+: (read|write)\b/gm),
  ]);
  const reads = ['contents: read'];
  const deploys = ['contents: read', 'id-token: write'];
  expect(granted).toEqual([
    ['test', reads],
    ['build', reads],
    ['staging', deploys],
    ['staging-tests', reads],
    ['staging-settings', deploys],
    ['production', deploys],
    ['production-tests', reads],
  ]);
});

test('a job that can change something in AWS runs no code of a dependency but the CDK’s command', () => {
  for (const stage of ['staging', 'production']) {
    expect(job(stage).match(/(?<=run: ).*/g)).toEqual([
      'npm ci --ignore-scripts',
      `.ci/deploy ${stage} cdk.out >> "$GITHUB_OUTPUT"`,
    ]);
    expect(job(stage)).not.toContain('secrets.');
  }
  const script = readFileSync(join(import.meta.dirname, '../../.ci/deploy'), 'utf8');
  const commands = script.split('\n').filter((line) => !line.startsWith('#'));
  expect(commands.join('\n').match(/\b(?:npm|npx|jest)\b.*/g)).toEqual([
    expect.stringMatching(/^npx cdk deploy "\$stack" /),
  ]);
});

test('the job that compares settings has a role of its own, and no key', () => {
  expect(job('staging-settings')).toMatch(/role-to-assume: .*vars\.READ_ROLE_ARN/);
  expect(job('staging-settings')).not.toContain('secrets.');
  expect(pipeline.match(/READ_ROLE_ARN/g)).toHaveLength(1);
});

test('the pipeline deploys what a job without rights synthesized', () => {
  expect(job('build')).toMatch(
    /run: npm run synth\n.*upload-artifact@.*\n.*\n {10}name: cdk.out$/m,
  );
  for (const stage of ['staging', 'production']) {
    expect(job(stage)).toMatch(/download-artifact@.*\n.*\n {10}name: cdk.out$/m);
  }
});

test('the pipeline ends a job that hangs, and never runs two of one stage at once', () => {
  for (const text of jobs.values()) {
    expect(text).toMatch(/^ {4}timeout-minutes: \d+$/m);
    expect(text).toMatch(/^ {4}concurrency:\n {6}group: \S+/m);
  }
});

test('the pipeline deploys from main alone, staging first and production after it', () => {
  expect(job('build')).toMatch(/^ {4}if: github\.ref == 'refs\/heads\/main'$/m);
  const order = [
    '[test, build]',
    'staging',
    'staging',
    '[staging-tests, staging-settings]',
    'production',
  ];
  const names = ['staging', 'staging-tests', 'staging-settings', 'production', 'production-tests'];
  expect(names.map((name) => /^ {4}needs: (.*)$/m.exec(job(name))?.[1])).toEqual(order);
  for (const name of names) expect(job(name)).toContain(`\n    environment: ${name}\n`);
});

test('the pipeline runs the whole end-to-end suite on staging, and on production what writes nothing', () => {
  expect(job('staging-tests')).toMatch(/run: npm run jest -- --selectProjects e2e$/m);
  expect(job('production-tests')).toMatch(/run: npm run jest -- e2e\/smoke --selectProjects e2e$/m);
});

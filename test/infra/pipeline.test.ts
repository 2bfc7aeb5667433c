import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import actionValidator from '@action-validator/core';
import { expect, test } from '@jest/globals';

const pipeline = readFileSync(
  join(import.meta.dirname, '../../.github/workflows/pipeline.yml'),
  'utf8',
);

/** The text of every job. */
const jobs = pipeline.split(/^ {2}(?=\w+:$)/m).slice(1);

test('the pipeline is a workflow that GitHub reads', () => {
  expect(actionValidator.validateWorkflow(pipeline).errors).toEqual([]);
});

test('the pipeline runs no action but by the hash of its commit', () => {
  const actions = pipeline.match(/uses: .*/g) ?? [];
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) {
    expect(action).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  }
});

test('the pipeline gives no job more than to read the code, and to prove to AWS who it is', () => {
  expect(pipeline).toMatch(/^permissions: \{\}$/m);
  const granted = jobs.map((job) => job.match(/(?<=^ {6})[\w-]+: (read|write)\b/gm));
  const deploys = ['contents: read', 'id-token: write'];
  expect(granted).toEqual([['contents: read'], deploys, deploys]);
});

test('the pipeline ends a job that hangs, and never runs two of one stage at once', () => {
  for (const job of jobs) {
    expect(job).toMatch(/^ {4}timeout-minutes: \d+$/m);
    expect(job).toMatch(/^ {4}concurrency:\n {6}group: \S+/m);
  }
});

test('the pipeline deploys from main alone, staging first and production after it', () => {
  const [, staging, production] = jobs;
  expect(staging).toMatch(/^ {4}needs: test\n {4}if: github\.ref == 'refs\/heads\/main'$/m);
  expect(staging).toMatch(/^ {4}environment: staging$/m);
  expect(production).toMatch(/^ {4}needs: staging$/m);
  expect(production).toMatch(/^ {4}environment: production$/m);
});

test('the pipeline runs the whole end-to-end suite on staging, and on production what writes nothing', () => {
  const [, staging, production] = jobs;
  expect(staging).toMatch(/run: \.ci\/deploy staging$/m);
  expect(production).toMatch(/run: \.ci\/deploy production e2e\/smoke$/m);
});

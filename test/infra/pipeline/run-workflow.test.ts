import { describe, expect, test } from '@jest/globals';
import { type Edit, runSmallPipeline } from './small-pipeline.ts';

test('runs each job after those that it needs, in a new clone, with what the environment gives', async () => {
  expect(await runSmallPipeline()).toEqual({ ran: ['build: ', 'deploy: ', 'tests: '] });
});

describe('before anything runs, one line names', () => {
  test.each<[what: string, message: string, edit: Edit]>([
    [
      'a job that needs one that there is not',
      'jobs: deploy needs biuld, and there is no such job.',
      { from: 'needs: [build]', to: 'needs: [biuld]' },
    ],
    [
      'jobs that need each other',
      'jobs: Jobs need each other: tests → deploy → build → tests.',
      { from: "    if: github.ref == 'refs/heads/main'", to: '    needs: tests' },
    ],
    [
      'a job that reads of one that it does not need',
      `tests, step 2 (./tests): \${{ needs.build.outputs.address }} names nothing: the job does not need build.`,
      { from: 'needs.deploy.outputs.address', to: 'needs.build.outputs.address' },
    ],
    [
      'a job that reads of one that there is not',
      `tests, step 2 (./tests): \${{ needs.dploy.outputs.address }} names nothing: there is no job dploy.`,
      { from: 'needs.deploy.outputs.address', to: 'needs.dploy.outputs.address' },
    ],
    [
      'an output that no job gives',
      `tests, step 2 (./tests): \${{ needs.deploy.outputs.adress }} names nothing: deploy has no output adress.`,
      { from: 'needs.deploy.outputs.address', to: 'needs.deploy.outputs.adress' },
    ],
    [
      'a step that there is not',
      `deploy, output address: \${{ steps.deploi.outputs.ADDRESS }} names nothing: no step before has the id deploi.`,
      { from: 'steps.deploy.outputs', to: 'steps.deploi.outputs' },
    ],
    [
      'a secret of another environment',
      `deploy, step 4 (aws-actions/configure-aws-credentials): \${{ secrets.API_KEY }} names nothing: docs/deploying.md does not give it to the environment staging.`,
      { from: 'vars.ROLE', to: 'secrets.API_KEY' },
    ],
    [
      'an action whose work is not known',
      'tests, step 1 (actions/chekout): What actions/chekout does is not known here: add it to test/pipeline/actions.ts.',
      { from: 'actions/checkout@0', to: 'actions/chekout@0' },
    ],
    [
      'an input that an action does not take',
      'deploy, step 2 (actions/download-artifact): with: Unrecognized key: "nmae"',
      { from: 'name: built', to: 'nmae: built\n          name: built' },
    ],
    [
      'a permission that an action lacks',
      'deploy, step 4 (aws-actions/configure-aws-credentials): It needs the permission id-token: write.',
      { from: 'id-token: write', to: 'id-token: read' },
    ],
    [
      'a role that is not a variable',
      `deploy, step 4 (aws-actions/configure-aws-credentials): role-to-assume must come from a variable: \${{ vars.NAME }}.`,
      { from: `\${{ vars.ROLE }}`, to: `\${{ vars.ROLE }}2` },
    ],
    [
      'an expression in a script',
      `tests, step 2 (./tests \${{ github.ref }}): An expression in run: give it by env.`,
      { from: './tests', to: `./tests \${{ github.ref }}` },
    ],
    [
      'an expression that is more than a name',
      `tests, step 2 (./tests): \${{ secrets.API_KEY || 'x' }} is not a plain name, and nothing else is evaluated here.`,
      { from: `\${{ secrets.API_KEY }}`, to: `\${{ secrets.API_KEY || 'x' }}` },
    ],
    [
      'a condition that keeps a job from running',
      "build: if: github.ref == 'refs/heads/mian' does not hold on refs/heads/main, so it never deploys.",
      { from: 'refs/heads/main', to: 'refs/heads/mian' },
    ],
    [
      'a setting that this program does not do',
      'small.yml: jobs.build: Unrecognized key: "continue-on-error"',
      { from: '    if:', to: '    continue-on-error: true\n    if:' },
    ],
    [
      'what is not YAML',
      'small.yml: YAMLParseError: Nested mappings are not allowed in compact mappings at line 19, column 14:',
      { from: 'runs-on: ubuntu\n    needs: [build]', to: 'runs-on: a: b' },
    ],
  ])('%s', async (_, message, edit) => {
    const { ran, message: seen } = await runSmallPipeline([edit]);
    expect(seen?.split('\n')).toContain(message);
    expect(ran).toEqual([]);
  });
});

describe('the job, the step and what was wrong are one line for', () => {
  test.each<[what: string, message: string, edit: Edit]>([
    [
      'a file that there is not',
      'deploy, step 5 (./deplyo built >> "$GITHUB_OUTPUT"): It ends with exit status 127.',
      { from: './deploy built', to: './deplyo built' },
    ],
    [
      'a line that fails before the last one',
      'tests, step 2 (false): It ends with exit status 1.',
      { from: 'run: ./tests', to: 'run: |\n          false\n          ./tests' },
    ],
    [
      'an output that no step wrote',
      `deploy, output address: \${{ steps.deploy.outputs.ADDRESS }} is empty: nothing gave it a value.`,
      { file: 'deploy', from: 'ADDRESS=', to: 'ADRESS=' },
    ],
    [
      'an output that is empty',
      `deploy, output address: \${{ steps.deploy.outputs.ADDRESS }} is empty: nothing gave it a value.`,
      { file: 'deploy', from: 'ADDRESS=https://aws', to: 'ADDRESS=' },
    ],
    [
      'an output that cannot be read',
      'deploy, step 5 (./deploy built >> "$GITHUB_OUTPUT"): It wrote to GITHUB_OUTPUT what is not NAME=value: ADDRESS: https://aws',
      { file: 'deploy', from: 'ADDRESS=', to: 'ADDRESS: ' },
    ],
    [
      'nothing to upload',
      'build, step 4 (actions/upload-artifact): No files are at bulit.',
      { from: 'path: built\n          if-no', to: 'path: bulit\n          if-no' },
    ],
    [
      'only hidden files to upload',
      'build, step 4 (actions/upload-artifact): No files are at built.',
      { file: 'package.json', from: 'built/in/it', to: 'built/.it' },
    ],
    [
      'an artifact that nobody uploaded',
      'deploy, step 2 (actions/download-artifact): No job has uploaded bulit.',
      { from: 'name: built', to: 'name: bulit' },
    ],
    [
      'another Node than is there',
      `build, step 2 (actions/setup-node): .nvmrc wants Node 18, and the package node gives ${process.versions.node}.`,
      { file: '.nvmrc', from: process.versions.node, to: '18' },
    ],
    [
      'a job that hangs',
      'tests, step 2 (sleep 60): It takes longer than timeout-minutes: 0.005.',
      {
        from: 'timeout-minutes: 1\n    permissions:\n      contents: read\n    steps:\n      - uses: actions/checkout@0\n      - run: ./tests',
        to: 'timeout-minutes: 0.005\n    permissions:\n      contents: read\n    steps:\n      - uses: actions/checkout@0\n      - run: sleep 60',
      },
    ],
  ])('%s', async (_, message, edit) => {
    expect((await runSmallPipeline([edit])).message).toBe(message);
  });

  test('a script that there is not, with what npm prints of it', async () => {
    const edit = { from: '--silent build', to: 'biuld' };
    const { ran, message, output } = await runSmallPipeline([edit]);
    expect(message).toMatch(/^build, step 3 .* biuld\): It ends with exit status 1\.$/);
    expect(output).toContain('Missing script: "biuld"');
    expect(ran).toEqual([]);
  });
});

test('takes exit status 1 where all that failed is known to fail, says so, and no other status', async () => {
  const fails = (status: number) => ({ from: './tests', to: `echo 1 of 2; exit ${status}` });
  expect((await runSmallPipeline([fails(1)])).ran).toContain('tests: 1 of 2 differ as known');
  expect((await runSmallPipeline([fails(2)])).message).toBe(
    'tests, step 2 (echo 1 of 2; exit 2): It ends with exit status 2.',
  );
});

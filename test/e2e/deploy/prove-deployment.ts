import assert from 'node:assert/strict';
import { join } from 'node:path';
import { STAGES, type Stage } from '../../../infra/stacks/stages.ts';
import { proveLimits } from './account-limits.ts';
import { remainsOf } from './aws-calls.ts';
import { cdk, leaveOutUnknown, run, startMiniStack, TEMPORARY } from './emulator.ts';
import { proveFirstHour } from './first-hour.ts';
import { proveLogs } from './logs.ts';
import { runScript } from './page-script.ts';
import {
  changeService,
  expectChanged,
  expectFunctionChanged,
  expectRefused,
  proveFailedFirst,
  takeBack,
} from './releases.ts';
import { proveRestore } from './restored-data.ts';
import { type DeployedStage, deploy, openStage } from './stage.ts';
import { readBack, store } from './stored-data.ts';
import { proveDrift } from './verify.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Does one step of a run and prints how many seconds it took. */
const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const start = performance.now();
  process.stdout.write(`${name} ... `);
  const result = await work();
  console.log(`${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
};

/** Facts about AWS of which MiniStack 1.5.33 differs: it takes bodies and headers of any length, and does not name requests. */
const OTHERWISE =
  'a body over|headers over|a function names|may choose the request id|extended request id';

/**
 * Runs the end-to-end suite on a stage.
 * @throws Error with what it printed if a test fails
 */
const runEndToEnd = async (stage: DeployedStage): Promise<void> => {
  const words = ['--testNamePattern', `^(?!.*(${OTHERWISE}))`, '--selectProjects', 'e2e'];
  const { status, output } = await run('npm', ['run', '--silent', 'jest', '--', ...words], {
    cwd: ROOT,
    env: {
      ...process.env,
      BASE_URL: stage.baseUrl,
      QUICKSTART_URL: stage.quickstartUrl,
      API_KEY: stage.apiKey,
      READ_ONLY_API_KEY: stage.readOnlyKey,
      OTHER_API_KEY: stage.otherKey,
    },
  });
  if (status !== 0) throw new Error(output);
};

/**
 * Deploys, uses, changes and removes both stages on MiniStack, and prints each step.
 * @throws Error with what does not hold
 */
export const proveDeployment = async (): Promise<void> => {
  const ministack = await step('Start MiniStack', startMiniStack);
  const synthesize = async (folder: string, name: string): Promise<string> => {
    const assembly = join(TEMPORARY, name);
    // MiniStack has no CodeDeploy to release by canary.
    const context = ['--context', 'release=all-at-once'];
    await cdk(ministack, folder, 'synth', '--quiet', '--output', assembly, ...context);
    leaveOutUnknown(assembly);
    return assembly;
  };

  const assembly = await step('Synthesize', () => synthesize(ROOT, 'first'));
  await step('Bootstrap', () => cdk(ministack, TEMPORARY, 'bootstrap', '--app', assembly));
  const deployFirst = (stage: Stage) => {
    const { stackName } = STAGES[stage];
    return step(`Deploy ${stackName}`, async () =>
      openStage(ministack, stage, await deploy(ministack, assembly, stackName)),
    );
  };
  await step('Fail to deploy a budget, which MiniStack does not have: no stage needs it', () =>
    assert.rejects(deploy(ministack, assembly, 'pet-store-budget'), /AWS::Budgets::Budget/),
  );
  const staging = await deployFirst('staging');
  const broken = await step('Synthesize a release that cannot start', () =>
    changeService('broken').then((copy) => synthesize(copy, 'broken')),
  );
  await step(`Fail with it as the first of ${STAGES.production.stackName}, and remove that`, () =>
    proveFailedFirst(ministack, broken),
  );
  const production = await deployFirst('production');
  const stages = [staging, production];

  const stored = await step('Store data', () => Promise.all(stages.map(store)));
  const expectData = () => Promise.all(stored.map(readBack));

  await step(`Move an account of ${staging.stackName} between its plans`, () =>
    proveLimits(ministack, staging),
  );

  await step(`Lose the data of ${production.stackName}, and restore it`, () =>
    proveRestore(ministack, production),
  );

  await step(`Run the end-to-end suite on ${staging.stackName}`, () => runEndToEnd(staging));
  await step(`Type the commands of the first hour for ${staging.stackName}`, () =>
    proveFirstHour(ministack, staging),
  );
  await step(
    `Change a function of ${production.stackName} by hand: cdk drift and verify report it`,
    () => proveDrift(ministack, production, assembly),
  );
  await step(`Find a malformed pet of ${production.stackName} in its logs`, () =>
    proveLogs(ministack, production, assembly),
  );

  await step(
    `Refuse a release that cannot start on ${staging.stackName}: the version in service goes on`,
    () => expectRefused(ministack, staging, broken),
  );
  const changed = await step('Synthesize a changed service', () =>
    changeService('changed').then((copy) => synthesize(copy, 'second')),
  );
  const before = new Date();
  for (const stage of stages) {
    await step(`Deploy it over ${stage.stackName}: it runs, and no data is lost`, async () => {
      await expectChanged(stage, false);
      await deploy(ministack, changed, stage.stackName);
      await expectChanged(stage, true);
      await expectData();
    });
  }

  await step(`Take the functions of ${production.stackName} back`, async () => {
    await takeBack(ministack, production, before);
    await expectFunctionChanged(production, false);
  });

  const destroy = (stackName: string) =>
    cdk(ministack, TEMPORARY, 'destroy', stackName, '--app', assembly, '--force');
  await step('Fail to remove production', () =>
    assert.rejects(destroy(production.stackName), /TerminationProtection is enabled/),
  );
  // MiniStack always reports the tables' deletion protection as off: the infra tests check it.
  await step('Remove production without its protection: its tables stay', async () => {
    const protection = '--no-enable-termination-protection';
    const words = `update-termination-protection ${protection} --stack-name ${production.stackName}`;
    await runScript(ministack, `aws cloudformation ${words}`);
    await destroy(production.stackName);
    await expectData();
    assert.deepEqual(await remainsOf(ministack, production.stackName), ['tables', 'log groups']);
  });
  await step('Remove staging: nothing stays', async () => {
    assert.equal((await remainsOf(ministack, staging.stackName)).length, 4);
    await destroy(staging.stackName);
    assert.deepEqual(await remainsOf(ministack, staging.stackName), []);
  });
};

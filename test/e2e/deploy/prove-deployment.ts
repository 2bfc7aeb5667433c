import assert from 'node:assert/strict';
import { join } from 'node:path';
import { STAGES, type Stage } from '../../../infra/stacks/stages.ts';
import { proveLimits } from './account-limits.ts';
import { endTerminationProtection, remainsOf } from './aws-calls.ts';
import { cdk } from './cdk.ts';
import { changeService, expectChanged, expectFunctionChanged } from './changed-service.ts';
import { deploy, openStage } from './deployed-stage.ts';
import { proveDrift } from './drifted-stage.ts';
import { runEndToEnd } from './end-to-end.ts';
import { proveFirstHour } from './first-hour.ts';
import { startMiniStack } from './ministack.ts';
import { expectRefused, proveFailedFirst } from './refused-release.ts';
import { proveRestore } from './restored-data.ts';
import { TEMPORARY } from './run-folder.ts';
import { proveRunbook, takeBack } from './runbook-commands.ts';
import { step } from './step.ts';
import { expectRecorded, expectSeparate, readBack, store } from './stored-data.ts';
import { leaveOutUnknown } from './unknown-resources.ts';
import { interruptVerify, proveReading } from './verified-stage.ts';
import { expectReadable } from './zipped-modes.ts';

const ROOT = join(import.meta.dirname, '../../..');

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

  // What a careful machine builds must run, too.
  process.umask(0o077);
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
    synthesize(changeService('broken'), 'broken'),
  );
  await step(`Fail with it as the first of ${STAGES.production.stackName}, and remove that`, () =>
    proveFailedFirst(ministack, broken),
  );
  const production = await deployFirst('production');
  const stages = [staging, production];
  await step('Read the modes of files in the uploaded zips', () => expectReadable(ministack));

  const stored = await step('Store data: no stage knows the other’s', async () => {
    const ofStaging = await store(staging);
    await expectSeparate(staging, production, ofStaging);
    return [ofStaging, await store(production)];
  });
  const expectData = () => Promise.all(stored.map((data) => readBack(data)));

  await step('Wait for the events of what was stored', async () => {
    for (const data of stored) process.stdout.write(`${await expectRecorded(data)} ms ... `);
  });

  for (const stage of stages) {
    await step(`Limit an account of ${stage.stackName}, and take that back`, () =>
      proveLimits(ministack, stage),
    );
  }

  await step(`Lose the data of ${production.stackName}, and restore it`, () =>
    proveRestore(ministack, production),
  );

  await step(`Run the end-to-end suite on ${staging.stackName}`, () => runEndToEnd(staging));
  await step(`Type the commands of the first hour for ${staging.stackName}`, () =>
    proveFirstHour(ministack, staging),
  );
  await step(`Interrupt the verification of ${staging.stackName}`, () =>
    interruptVerify(ministack, staging),
  );
  await step(`Verify ${production.stackName}: nothing is written`, () =>
    proveReading(ministack, production),
  );
  await step(`Change a function of ${production.stackName} by hand: verify reports it`, () =>
    proveDrift(ministack, production),
  );

  await step(`Type the commands of the runbook for ${production.stackName}`, () =>
    proveRunbook(ministack, production, assembly),
  );

  await step(
    `Refuse a release that cannot start on ${staging.stackName}: the version in service goes on`,
    () => expectRefused(ministack, staging, broken),
  );
  const changed = await step('Synthesize a changed service', () =>
    synthesize(changeService('changed'), 'second'),
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

  await step(`Take the functions of ${production.stackName} back, and forth`, async () => {
    await takeBack(ministack, production, before);
    await expectFunctionChanged(production, false);
    await takeBack(ministack, production, new Date());
    await expectFunctionChanged(production, true);
  });

  const destroy = (stackName: string) =>
    cdk(ministack, TEMPORARY, 'destroy', stackName, '--app', assembly, '--force');
  await step('Fail to remove production', () =>
    assert.rejects(destroy(production.stackName), /TerminationProtection is enabled/),
  );
  // MiniStack always reports the tables' deletion protection as off: the infra tests check it.
  await step('Remove production without its protection: its tables stay', async () => {
    await endTerminationProtection(ministack, production.stackName);
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

import assert from 'node:assert/strict';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { buildGetPet } from '../../../functions/get-pet/store.ts';
import { STAGES, type Stage } from '../../../infra/stacks/stages.ts';
import { buildFindKey } from '../../../lib/accounts/find-key.ts';
import { Pet } from '../../../lib/pets/pet.ts';
import { toPet } from '../../../lib/pets/stored-pet.ts';
import { send } from '../../support/client.ts';
import { ROOT } from '../../support/project.ts';
import { proveLimits } from './account-limits.ts';
import { proveBackfill } from './backfills.ts';
import { cdk, run, runScript, startMiniStack, synthesize, TEMPORARY } from './emulator.ts';
import { proveFirstHour } from './first-hour.ts';
import { proveLogs } from './logs.ts';
import {
  expectChanged,
  expectFunctionChanged,
  expectRefused,
  proveFailedFirst,
  remainsOf,
  synthesizeChanged,
  takeBack,
} from './releases.ts';
import { proveRestore } from './restored-data.ts';
import { type DeployedStage, deploy, openStage } from './stage.ts';
import { proveDrift } from './verify.ts';

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

/** Stores a pet and a message. @returns what expects them and the key in the tables of the stage */
const store = async (stage: DeployedStage) => {
  const { client, tables, apiKey, quickstartUrl } = stage;
  const post = (path: string, body: unknown) => send(stage, path, { method: 'POST', body });
  const created = await post('/pets', { name: 'Rex', categoryId: 1 });
  assert.equal(created.status, 201);
  const pet = Pet.parse(created.body);
  const queued = await post(`${quickstartUrl}/messages`, { message: 'Hello' });
  assert.equal(queued.status, 202);
  const Key = z.object({ id: z.string() }).parse(queued.body);
  return async () => {
    const stored = await buildGetPet(client, tables)(pet.id);
    assert.deepEqual(stored && toPet(stored), pet);
    const message = new GetCommand({ TableName: tables.messages, Key });
    assert.ok((await client.send(message)).Item, 'The message is lost');
    assert.ok(await buildFindKey(client, tables)(apiKey), 'The key is lost');
  };
};

/** Deploys both stages to an AWS on this machine, uses them, changes them and removes them. */
const proveDeployment = async (): Promise<void> => {
  const ministack = await step('Start MiniStack', startMiniStack);
  const assembly = await step('Synthesize', () => synthesize(ministack, ROOT, 'first'));
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
    synthesizeChanged(ministack, 'broken'),
  );
  await step(`Fail with it as the first of ${STAGES.production.stackName}, and remove that`, () =>
    proveFailedFirst(ministack, broken),
  );
  const production = await deployFirst('production');
  const stages = [staging, production];

  const stored = await step('Store data', () => Promise.all(stages.map(store)));
  const expectData = () => Promise.all(stored.map((expectStored) => expectStored()));

  for (const stage of stages) {
    await step(`Run a backfill on ${stage.stackName}`, () => proveBackfill(stage));
  }

  await step(`Move an account of ${staging.stackName} between its plans`, () =>
    proveLimits(staging),
  );

  await step(`Lose the data of ${production.stackName}, and restore it`, () =>
    proveRestore(production),
  );

  await step(`Run the end-to-end suite on ${staging.stackName}`, () => runEndToEnd(staging));
  await step(`Type the commands of the first hour for ${staging.stackName}`, () =>
    proveFirstHour(staging),
  );
  await step(
    `Change a function of ${production.stackName} by hand: cdk drift and verify report it`,
    () => proveDrift(production, assembly),
  );
  await step(`Find a malformed pet of ${production.stackName} in its logs`, () =>
    proveLogs(production, assembly),
  );

  await step(
    `Refuse a release that cannot start on ${staging.stackName}: the version in service goes on`,
    () => expectRefused(staging, broken),
  );
  const changed = await step('Synthesize a changed service', () =>
    synthesizeChanged(ministack, 'changed'),
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
    await takeBack(production, before);
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

try {
  await proveDeployment();
} catch (error) {
  console.error(`failed\n${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
process.exit();

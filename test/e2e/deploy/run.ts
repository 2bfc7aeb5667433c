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
import {
  cdk,
  type MiniStack,
  run,
  runScript,
  startMiniStack,
  synthesize,
  TEMPORARY,
} from './emulator.ts';
import { proveBackfill, proveFirstHour, proveLimits, proveLogs } from './operators.ts';
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
  const result = await work().catch((error: unknown) => {
    throw new Error(`${name}: failed`, { cause: error });
  });
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
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

/** What the proofs of both stages share: an AWS on this machine, and the assemblies of releases. */
interface Releases {
  readonly ministack: MiniStack;
  readonly first: string;
  /** It cannot start. */
  readonly broken: string;
  readonly changed: string;
}

/** Deploys a stage for the first time, stores data, and runs a backfill. @returns what expects the data, too */
const start = async ({ ministack, first }: Releases, name: Stage) => {
  const { stackName } = STAGES[name];
  const stage = await step(`Deploy ${stackName}`, async () =>
    openStage(ministack, name, await deploy(ministack, first, stackName)),
  );
  const expectData = await step(`Store data of ${stackName}`, () => store(stage));
  await step(`Run a backfill on ${stackName}`, () => proveBackfill(stage));
  return { stage, expectData };
};

/** Deploys the changed release over the first. */
const change = (
  { ministack, changed }: Releases,
  stage: DeployedStage,
  expectData: () => Promise<void>,
): Promise<void> =>
  step(`Deploy a change over ${stage.stackName}: it runs, and no data is lost`, async () => {
    await expectChanged(stage, false);
    await deploy(ministack, changed, stage.stackName);
    await expectChanged(stage, true);
    await expectData();
  });

const destroy = ({ ministack, first }: Releases, stackName: string): Promise<string> =>
  cdk(ministack, TEMPORARY, 'destroy', stackName, '--app', first, '--force');

const proveStaging = async (releases: Releases): Promise<void> => {
  const { ministack, broken } = releases;
  const { stage, expectData } = await start(releases, 'staging');
  const { stackName } = stage;
  await step(`Move an account of ${stackName} between its plans`, () => proveLimits(stage));
  await step(`Run the end-to-end suite on ${stackName}`, () => runEndToEnd(stage));
  await step(`Type the commands of the first hour for ${stackName}`, () => proveFirstHour(stage));
  await step(
    `Refuse a release that cannot start on ${stackName}: the version in service goes on`,
    () => expectRefused(stage, broken),
  );
  await change(releases, stage, expectData);
  await step(`Remove ${stackName}: nothing stays`, async () => {
    assert.equal((await remainsOf(ministack, stackName)).length, 4);
    await destroy(releases, stackName);
    assert.deepEqual(await remainsOf(ministack, stackName), []);
  });
};

const proveProduction = async (releases: Releases): Promise<void> => {
  const { ministack, first, broken } = releases;
  const { stackName } = STAGES.production;
  await step(`Fail with a release that cannot start as the first of ${stackName}`, () =>
    proveFailedFirst(ministack, broken),
  );
  const { stage, expectData } = await start(releases, 'production');
  await step(`Lose the data of ${stackName}, and restore it`, () => proveRestore(stage));
  await step(`Change a function of ${stackName} by hand: cdk drift and verify report it`, () =>
    proveDrift(stage, first),
  );
  await step(`Find a malformed pet of ${stackName} in its logs`, () => proveLogs(stage, first));
  const before = new Date();
  await change(releases, stage, expectData);
  await step(`Take the functions of ${stackName} back`, async () => {
    await takeBack(stage, before);
    await expectFunctionChanged(stage, false);
  });
  await step(`Fail to remove ${stackName}`, () =>
    assert.rejects(destroy(releases, stackName), /TerminationProtection is enabled/),
  );
  // MiniStack always reports the tables' deletion protection as off: the infra tests check it.
  await step(`Remove ${stackName} without its protection: its tables stay`, async () => {
    const protection = '--no-enable-termination-protection';
    const words = `update-termination-protection ${protection} --stack-name ${stackName}`;
    await runScript(ministack, `aws cloudformation ${words}`);
    await destroy(releases, stackName);
    await expectData();
    assert.deepEqual(await remainsOf(ministack, stackName), ['tables', 'log groups']);
  });
};

/** Deploys both stages to an AWS on this machine, uses them, changes them and removes them, both at once. */
const proveDeployment = async (): Promise<void> => {
  const ministack = await step('Start MiniStack', startMiniStack);
  const [first, broken, changed] = await step(
    'Synthesize the service, a release that cannot start, and a changed one',
    () =>
      Promise.all([
        synthesize(ministack, ROOT, 'first'),
        synthesizeChanged(ministack, 'broken'),
        synthesizeChanged(ministack, 'changed'),
      ]),
  );
  await step('Bootstrap', () => cdk(ministack, TEMPORARY, 'bootstrap', '--app', first));
  // Both stages need it, and neither has to change it.
  await step('Deploy pet-store-account', () => deploy(ministack, first, 'pet-store-account'));
  const releases = { ministack, first, broken, changed };
  await Promise.all([proveStaging(releases), proveProduction(releases)]);
};

try {
  await proveDeployment();
} catch (error) {
  console.error(error);
  process.exit(1);
}
process.exit();

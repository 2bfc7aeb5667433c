import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { baseUrlOutput } from '../../infra/stacks/names.ts';
import { STAGES, type Stage } from '../../infra/stacks/stages.ts';
import { cdk } from '../deploy/cdk.ts';
import { type DeployedStage, openStage } from '../deploy/deployed-stage.ts';
import { type MiniStack, startMiniStack } from '../deploy/ministack.ts';
import { leaveOutUnknown } from '../deploy/unknown-resources.ts';
import { knownDifferencesIn } from './printed-differences.ts';
import type { Surroundings } from './run-workflow.ts';
import { PipelineError } from './workflow.ts';

/** The variables that a step gets from the machine: none names an AWS account, a stage or a key. */
const OF_MACHINE =
  /^(LANG|LC_\w+|TMPDIR|TERM|USER|\w+_proxy|\w+_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+)$/;

/** Environments of GitHub begin with the name of the stage that they are for. */
const stageOf = (environment: string): Stage | undefined =>
  (['staging', 'production'] as const).find((stage) => stage === environment.replace(/-.*/, ''));

/** A home folder for the steps. Its `.cdk.json` turns off the release by canary: MiniStack has no CodeDeploy. */
const makeHome = (folder: string): string => {
  const home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(home, '.cdk.json'), JSON.stringify({ context: { release: 'all-at-once' } }));
  return home;
};

const stepEnvironment = (folder: string): NodeJS.ProcessEnv => {
  const npmSettings = join(homedir(), '.npmrc');
  // Otherwise npm would download all packages again.
  const cache = execFileSync('npm', ['config', 'get', 'cache'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
  const path = process.env['PATH']?.split(delimiter) ?? [];
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => OF_MACHINE.test(name))),
    HOME: makeHome(folder),
    // npm adds the commands of this folder's dependencies to PATH: steps have their own.
    PATH: path.filter((each) => !each.includes('node_modules')).join(delimiter),
    npm_config_cache: cache,
    ...(existsSync(npmSettings) && { npm_config_userconfig: npmSettings }),
  };
};

/** The variables that lead the SDK and the CDK to the emulator. */
const credentialsOf = ({ environment }: MiniStack): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => /^(AWS|CDK)_/.test(name)));

const outputsOf = async (
  { endpoint }: MiniStack,
  StackName: string,
): Promise<Readonly<Record<string, string>>> => {
  const client = new CloudFormationClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName }));
  client.destroy();
  return Object.fromEntries(
    (stack?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
  );
};

/**
 * Starts MiniStack and prepares it as `docs/deploying.md` describes: bootstrapped, and after a
 * deployment with an account and keys. Workarounds for MiniStack are here, outside of the workflow
 * and its clones.
 */
export const openEmulator = async (
  folder: string,
): Promise<Pick<Surroundings, 'credentials' | 'environment' | 'give' | 'excuse' | 'complete'>> => {
  const ministack = await startMiniStack();
  await cdk(ministack, folder, 'bootstrap', 'aws://000000000000/us-east-1');
  const stages = new Map<Stage, DeployedStage>();

  const give = (environment: string, name: string): string => {
    const stage = stages.get(stageOf(environment) ?? 'staging');
    const values: Readonly<Record<string, string | undefined>> = {
      'vars.AWS_REGION': 'us-east-1',
      'vars.DEPLOY_ROLE_ARN': 'arn:aws:iam::000000000000:role/deploy',
      'vars.READ_ROLE_ARN': 'arn:aws:iam::000000000000:role/read',
      'secrets.API_KEY': stage?.apiKey,
      'secrets.READ_ONLY_API_KEY': stage?.readOnlyKey,
    };
    const value = values[name];
    if (value !== undefined) return value;
    throw new PipelineError(
      `\${{ ${name} }} has no value here: add one to test/pipeline/emulator.ts.`,
    );
  };

  const complete: Surroundings['complete'] = async (environment, outputs) => {
    const assembly = join(folder, 'artifacts/cdk.out');
    if (existsSync(assembly)) leaveOutUnknown(assembly);
    const stage = stageOf(environment);
    if (stage === undefined || stage !== environment) return outputs;
    const deployed = await outputsOf(ministack, STAGES[stage].stackName);
    const opened = await openStage(ministack, stage, deployed);
    stages.set(stage, opened);
    const bridges = new Map([
      [deployed[baseUrlOutput('pets')], opened.baseUrl],
      [deployed[baseUrlOutput('quickstart')], opened.quickstartUrl],
    ]);
    return Object.fromEntries(
      Object.entries(outputs).map(([name, value]) => [name, bridges.get(value) ?? value]),
    );
  };

  return {
    credentials: credentialsOf(ministack),
    environment: stepEnvironment(folder),
    give,
    excuse: knownDifferencesIn,
    complete,
  };
};

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { freePort } from '../../../infra/local/engine/engine-process.ts';
import { pythonCommand } from '../../../tools/python-environment.ts';
import { collectOutput } from '../../support/processes.ts';
import { ROOT } from '../../support/project.ts';
import { ownTemporaryFolder } from '../../support/temporary-folder.ts';

/** A folder for this run; it is removed when the process ends. */
export const TEMPORARY = ownTemporaryFolder();

const running = new Set<ChildProcess>();

process.once('exit', () => {
  for (const child of running) endGroup(child);
});

/** Each child leads its own group, so that its children end with it. */
const endGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
};

/** Starts a program that ends when this process ends, and collects what it prints. */
const start = (
  command: string,
  words: readonly string[],
  { cwd, env }: Pick<SpawnOptions, 'cwd' | 'env'>,
) => {
  const child = spawn(command, words, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return { child, output: collectOutput(child) };
};

/** Runs a program to its end. */
export const run = async (...program: Parameters<typeof start>) => {
  const { child, output } = start(...program);
  const [status] = await once(child, 'close');
  return { status: Number(status ?? 1), output: output() };
};

const LOG_AT_ONCE = join(import.meta.dirname, 'log-at-once.js');

/** This process's environment without what could lead to a real AWS account. */
const withoutAws = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(AWS|CDK)_/.test(name)));

/** An AWS on this machine, and the environment of programs that use it. */
export type MiniStack = Awaited<ReturnType<typeof startMiniStack>>;

/**
 * Starts MiniStack on a free port.
 * @throws Error with what it printed if it does not answer within 30 seconds
 */
export const startMiniStack = async () => {
  const port = await freePort();
  const { child, output } = start(pythonCommand('ministack'), [], {
    env: {
      ...withoutAws(),
      // It runs functions with the first node on PATH: here the one that runs this.
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      LOG_LEVEL: 'WARNING',
      NODE_OPTIONS: `--import ${pathToFileURL(LOG_AT_ONCE)}`,
    },
  });
  const endpoint = `http://127.0.0.1:${port}`;
  const health = `${endpoint}/_ministack/health`;
  const answers = () =>
    fetch(health)
      .then(({ ok }) => ok)
      .catch(() => false);
  for (let tries = 0; !(await answers()); tries += 1) {
    if (child.exitCode !== null || tries === 150) {
      throw new Error(`MiniStack did not start.\n${output()}`);
    }
    await setTimeout(200);
  }
  return { endpoint, environment: environment(endpoint) };
};

/** The configuration of clients of an address. */
export const clientConfig = (endpoint: string) => ({
  endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});

const environment = (endpoint: string) => ({
  ...withoutAws(),
  AWS_ENDPOINT_URL: endpoint,
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_REGION: 'us-east-1',
  // The AWS CLI 1 reads this variable.
  AWS_DEFAULT_REGION: 'us-east-1',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  AWS_EC2_METADATA_DISABLED: 'true',
  CDK_HOME: TEMPORARY,
  CDK_DISABLE_CLI_TELEMETRY: 'true',
});

/**
 * Runs the CDK CLI, and gives what it printed.
 * @param folder where the app is
 * @throws Error with what it printed if it fails
 */
export const cdk = async (
  { environment: env }: MiniStack,
  folder: string,
  ...words: readonly string[]
): Promise<string> => {
  const command = join(ROOT, 'node_modules/.bin/cdk');
  const { status, output } = await run(command, [...words, '--no-notices', '--ci'], {
    env,
    cwd: folder,
  });
  if (status !== 0) throw new Error(`cdk ${words.join(' ')} failed.\n${output}`);
  return output;
};

/**
 * Runs commands of pages in bash, in the project's folder, with the AWS CLI that was installed next to MiniStack.
 * @returns what they print
 * @throws Error with that if one fails
 */
export const runScript = async (
  { environment }: MiniStack,
  text: string,
  variables: NodeJS.ProcessEnv = {},
): Promise<string> => {
  const operator = `"${process.execPath}" infra/operator/main.ts --yes`;
  const script = text.replaceAll('npm run -s operator --', operator);
  const PATH = [dirname(pythonCommand('ministack')), process.env['PATH']].join(delimiter);
  const { status, output } = await run('bash', ['-euo', 'pipefail', '-c', `exec 2>&1; ${script}`], {
    cwd: ROOT,
    env: { ...environment, ...variables, PATH },
  });
  if (status !== 0) throw new Error(`${script}\n${output}`);
  return output;
};

/*
 * Where MiniStack 1.5.33 differs from AWS.
 */

/** Types of resources for which MiniStack 1.5.33 refuses a template, and to which none of our resources refers. */
const UNKNOWN = ['AWS::WAFv2::WebACLAssociation', 'AWS::XRay::SamplingRule'];

const Resource = z.looseObject({ Type: z.string(), Properties: z.looseObject({}).optional() });

const Template = z.looseObject({ Resources: z.record(z.string(), Resource) });

/** A resource as MiniStack takes it. */
const known = (resource: z.output<typeof Resource>, TableName: string) => {
  const { Metrics, ...others } = resource.Properties ?? {};
  // Where a table without a name changes, MiniStack replaces it by an empty one.
  if (resource.Type === 'AWS::DynamoDB::GlobalTable') {
    return { ...resource, Properties: { ...others, TableName } };
  }
  // It refuses alarms with a query, and evaluates none: in place of the query they get a metric.
  if (resource.Type === 'AWS::CloudWatch::Alarm' && Metrics !== undefined) {
    const metric = { Namespace: 'query', MetricName: 'query', Statistic: 'Sum', Period: 60 };
    return { ...resource, Properties: { ...others, ...metric } };
  }
  return resource;
};

/** Synthesizes the stacks of a project, without what MiniStack does not take. @returns the folder of the assembly */
export const synthesize = async (
  ministack: MiniStack,
  project: string,
  name: string,
): Promise<string> => {
  const assembly = join(TEMPORARY, name);
  // MiniStack has no CodeDeploy to release by canary.
  const context = ['--context', 'release=all-at-once'];
  await cdk(ministack, project, 'synth', '--quiet', '--output', assembly, ...context);
  for (const file of readdirSync(assembly).filter((each) => each.endsWith('.template.json'))) {
    const path = join(assembly, file);
    const { Resources, ...rest } = Template.parse(JSON.parse(readFileSync(path, 'utf8')));
    const taken = Object.entries(Resources)
      .filter(([, { Type }]) => !UNKNOWN.includes(Type))
      .map(([id, resource]) => [id, known(resource, file.replace('.template.json', `-${id}`))]);
    writeFileSync(path, JSON.stringify({ ...rest, Resources: Object.fromEntries(taken) }));
  }
  return assembly;
};

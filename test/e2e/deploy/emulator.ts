import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { freePort } from '../../../infra/local/engine/engine-process.ts';
import { pythonCommand } from '../../../tools/python-environment.ts';
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

interface StartOptions {
  readonly env: NodeJS.ProcessEnv;
  /** @default this process's own */
  readonly cwd?: string;
}

/** Starts a program that ends when this process ends, and collects what it prints. */
const start = (command: string, words: readonly string[], options: StartOptions) => {
  const child = spawn(command, words, {
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  return { child, output: () => output };
};

/** Runs a program to its end. */
export const run = async (command: string, words: readonly string[], options: StartOptions) => {
  const { child, output } = start(command, words, options);
  const [status] = await once(child, 'close');
  return { status: Number(status ?? 1), output: output() };
};

const LOG_AT_ONCE = join(import.meta.dirname, 'log-at-once.js');

/** This process's environment without what could lead to a real AWS account. */
const withoutAws = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(AWS|CDK)_/.test(name)));

/** An AWS on this machine. */
export interface MiniStack {
  readonly endpoint: string;
  /** The environment of programs that use it. */
  readonly environment: ReturnType<typeof environment>;
}

/**
 * Starts MiniStack on a free port.
 * @throws Error with what it printed if it does not answer within 30 seconds
 */
export const startMiniStack = async (): Promise<MiniStack> => {
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
  const answers = () =>
    fetch(`${endpoint}/_ministack/health`).then(
      ({ ok }) => ok,
      () => false,
    );
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

const CDK = join(import.meta.dirname, '../../../node_modules/.bin/cdk');

/**
 * Runs the CDK CLI, and gives what it printed.
 * @param folder where the app is
 * @throws Error with what it printed if it fails
 */
export const cdk = async (
  { environment }: MiniStack,
  folder: string,
  ...words: readonly string[]
): Promise<string> => {
  const { status, output } = await run(CDK, [...words, '--no-notices', '--ci'], {
    env: environment,
    cwd: folder,
  });
  if (status !== 0) throw new Error(`cdk ${words.join(' ')} failed.\n${output}`);
  return output;
};

/*
 * Where MiniStack 1.5.33 differs from AWS.
 */

/** Types of resources for which MiniStack 1.5.33 refuses a template, and to which none of our resources refers. */
const UNKNOWN = ['AWS::WAFv2::WebACLAssociation', 'AWS::XRay::SamplingRule'];

const Resource = z.looseObject({ Type: z.string(), Properties: z.looseObject({}).optional() });

const template = z.looseObject({ Resources: z.record(z.string(), Resource) });

/** MiniStack refuses alarms with a query, and evaluates none: in place of the query it gets a metric. */
const withoutQuery = (resource: z.output<typeof Resource>): z.output<typeof Resource> => {
  const { Metrics, ...others } = resource.Properties ?? {};
  const metric = { Namespace: 'query', MetricName: 'query', Statistic: 'Sum', Period: 60 };
  const isQuery = resource.Type === 'AWS::CloudWatch::Alarm' && Metrics !== undefined;
  return isQuery ? { ...resource, Properties: { ...others, ...metric } } : resource;
};

/** Where a table without a name changes, MiniStack replaces it by an empty one. */
const withTableName = (
  resource: z.output<typeof Resource>,
  TableName: string,
): z.output<typeof Resource> =>
  resource.Type === 'AWS::DynamoDB::GlobalTable'
    ? { ...resource, Properties: { ...resource.Properties, TableName } }
    : resource;

/** Removes from the templates of a cloud assembly what MiniStack does not take. */
export const leaveOutUnknown = (assembly: string): void => {
  for (const name of readdirSync(assembly).filter((each) => each.endsWith('.template.json'))) {
    const file = join(assembly, name);
    const { Resources, ...rest } = template.parse(JSON.parse(readFileSync(file, 'utf8')));
    const known = Object.entries(Resources)
      .filter(([, { Type }]) => !UNKNOWN.includes(Type))
      .map(([id, resource]) => [
        id,
        withTableName(withoutQuery(resource), name.replace('.template.json', `-${id}`)),
      ]);
    writeFileSync(file, JSON.stringify({ ...rest, Resources: Object.fromEntries(known) }));
  }
};

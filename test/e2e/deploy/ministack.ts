import { delimiter, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../../infra/local/engine/engine-process.ts';
import { MINISTACK } from './ministack-folder.ts';
import { start } from './processes.ts';
import { TEMPORARY } from './run-folder.ts';
import { openUsagePlans } from './usage-plan-patches.ts';

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
  const { child, output } = start(MINISTACK, [], {
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
  return { endpoint, environment: environment(endpoint, await openUsagePlans(endpoint)) };
};

const environment = (endpoint: string, usagePlans: string) => ({
  ...withoutAws(),
  AWS_ENDPOINT_URL: endpoint,
  AWS_ENDPOINT_URL_API_GATEWAY: usagePlans,
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

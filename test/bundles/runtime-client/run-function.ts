import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Tables } from '../../support/engine.ts';
import { type InvocationResult, startRuntimeApi } from './runtime-api.ts';

/** AWS's runtime client (aws-lambda-ric), which Lambda's own Node runtime consists of: one that was built, if it is named. */
const BUILT_CLIENT = process.env['RUNTIME_CLIENT'];
const RUNTIME_CLIENT = BUILT_CLIENT ?? fileURLToPath(import.meta.resolve('aws-lambda-ric'));
const PRELOADS = BUILT_CLIENT ? [] : [new URL('./native-client.js', import.meta.url).href];

/** A function as it is deployed. */
export interface DeployedFunction {
  /** Its name in the stack: an operation's id, or such as `authorizer`. */
  readonly name: string;
  /** Its bundle. */
  readonly folder: string;
  readonly handler: string;
  readonly memorySize: number;
  readonly timeoutMs: number;
  /** The template's variables, with these names of tables. */
  readonly environment: (tables: Tables) => Record<string, string>;
}

/** How a function is run. */
export interface RunOptions {
  /** What it has besides Lambda's own variables: nothing comes from this process. */
  readonly environment: Readonly<Record<string, string>>;
  readonly log?: (line: string) => void;
  /** A module that its process loads first, and can talk to this one with `process.send`. */
  readonly preload?: string;
}

/** A function in AWS's runtime client: one process, from the first event on. */
export interface RunningFunction {
  /** Invokes it, after the invocations before have ended. */
  readonly invoke: (event: unknown) => Promise<InvocationResult>;
  /** Its process, if there is one. */
  readonly process: () => ChildProcess | undefined;
  readonly close: () => Promise<void>;
}

/** Lambda Developer Guide, "Defined runtime environment variables". */
const lambdaEnvironment = ({ name, handler, folder, memorySize }: DeployedFunction) => ({
  _HANDLER: handler,
  AWS_ACCESS_KEY_ID: 'local',
  AWS_DEFAULT_REGION: 'us-east-1',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memorySize),
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_FUNCTION_VERSION: '1',
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
  AWS_LAMBDA_LOG_STREAM_NAME: 'stream',
  AWS_REGION: 'us-east-1',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_SESSION_TOKEN: 'local',
  LAMBDA_TASK_ROOT: folder,
  TZ: ':UTC',
});

interface Instance {
  readonly child: ChildProcess;
  readonly invoke: RunningFunction['invoke'];
  readonly end: () => Promise<unknown>;
}

/** Starts a process, and gives it events until it ends or an event takes too long. */
const startInstance = async (
  deployed: DeployedFunction,
  { environment, log = () => {}, preload }: RunOptions,
): Promise<Instance> => {
  const api = await startRuntimeApi(deployed.name);
  const preloads = [...PRELOADS, ...(preload ? [preload] : [])];
  const child = spawn(
    process.execPath,
    [...preloads.flatMap((url) => ['--import', url]), RUNTIME_CLIENT],
    {
      cwd: deployed.folder,
      env: {
        ...lambdaEnvironment(deployed),
        AWS_LAMBDA_RUNTIME_API: api.address,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe', ...(preload ? ['ipc' as const] : [])],
    },
  );
  for (const input of [child.stdout, child.stderr]) {
    if (input) createInterface({ input }).on('line', log);
  }
  const closed = once(child, 'close');
  let isLate = false;
  const ended = closed.then(([code]): InvocationResult => {
    api.close();
    if (isLate) return { kind: 'timeout' };
    const errorMessage = `Runtime exited with exit status ${code}`;
    return api.initError() ?? { kind: 'error', errorType: 'Runtime.ExitError', errorMessage };
  });
  return {
    child,
    invoke: async (event) => {
      const timer = setTimeout(() => {
        isLate = true;
        child.kill('SIGKILL');
      }, deployed.timeoutMs);
      const result = api.invoke(event, Date.now() + deployed.timeoutMs);
      return Promise.race([result, ended]).finally(() => clearTimeout(timer));
    },
    end: () => {
      child.kill('SIGKILL');
      return closed;
    },
  };
};

/** Runs a function, when it is first invoked, and again after its process has ended. */
export const runFunction = (deployed: DeployedFunction, options: RunOptions): RunningFunction => {
  let instance: Instance | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const invokeNow = async (event: unknown) => {
    instance ??= await startInstance(deployed, options);
    const result = await instance.invoke(event);
    if (instance.child.exitCode !== null || instance.child.signalCode !== null)
      instance = undefined;
    return result;
  };
  return {
    invoke: (event) => {
      const result = last.then(() => invokeNow(event));
      last = result.catch(() => {});
      return result;
    },
    process: () => instance?.child,
    close: async () => {
      await instance?.end();
    },
  };
};

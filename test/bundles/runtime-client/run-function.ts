import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type InvocationResult, startRuntimeApi } from './runtime-api.ts';

/** AWS's runtime client (aws-lambda-ric), which Lambda's own Node runtime consists of: one that was built, if it is named. */
const BUILT_CLIENT = process.env['RUNTIME_CLIENT'];
const RUNTIME_CLIENT = BUILT_CLIENT ?? fileURLToPath(import.meta.resolve('aws-lambda-ric'));
const PRELOADS = BUILT_CLIENT ? [] : [new URL('./native-client.js', import.meta.url).href];

/** A function as it is deployed. */
interface DeployedFunction {
  /** Its name in the stack: an operation's id, or such as `authorizer`. */
  readonly name: string;
  /** Its bundle. */
  readonly folder: string;
  readonly handler: string;
  readonly memorySize: number;
  readonly timeoutMs: number;
}

/** How a function is run. */
export interface RunOptions {
  /** What it has besides Lambda's own variables: nothing comes from this process. */
  readonly environment: Readonly<Record<string, string>>;
  /** A module that its process loads first, and can talk to this one with `process.send`. */
  readonly preload?: string;
}

/** A function in AWS's runtime client: one process, from the first event on. */
export type RunningFunction = ReturnType<typeof runFunction>;

/** Lambda Developer Guide, "Defined runtime environment variables". */
export const lambdaEnvironment = (one: Omit<DeployedFunction, 'timeoutMs'>) => ({
  _HANDLER: one.handler,
  AWS_ACCESS_KEY_ID: 'local',
  AWS_DEFAULT_REGION: 'us-east-1',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(one.memorySize),
  AWS_LAMBDA_FUNCTION_NAME: one.name,
  AWS_LAMBDA_FUNCTION_VERSION: '1',
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${one.name}`,
  AWS_LAMBDA_LOG_STREAM_NAME: 'stream',
  AWS_REGION: 'us-east-1',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_SESSION_TOKEN: 'local',
  LAMBDA_TASK_ROOT: one.folder,
  TZ: ':UTC',
});

/** Starts the process of a function, which takes one event after the other until it ends. */
const startProcess = async (
  deployed: DeployedFunction,
  { environment, preload }: RunOptions,
  lines: string[],
) => {
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
    if (input) createInterface({ input }).on('line', (line) => lines.push(line));
  }
  const ended = once(child, 'close').then(([code]): InvocationResult => {
    api.close();
    const errorMessage = `Runtime exited with exit status ${code}`;
    return api.initError() ?? { kind: 'error', errorType: 'Runtime.ExitError', errorMessage };
  });
  const invoke = (event: unknown) =>
    Promise.race([api.invoke(event, Date.now() + deployed.timeoutMs), ended]);
  return { child, ended, invoke };
};

/** Runs a function, when it is first invoked. */
export const runFunction = (deployed: DeployedFunction, options: RunOptions) => {
  /** All that it has printed. */
  const lines: string[] = [];
  let running: Awaited<ReturnType<typeof startProcess>> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const invokeNow = async (event: unknown) => {
    running ??= await startProcess(deployed, options, lines);
    return running.invoke(event);
  };
  return {
    lines,
    /** Invokes it, after the invocations before have ended. */
    invoke: (event: unknown) => {
      const result = last.then(() => invokeNow(event));
      last = result.catch(() => {});
      return result;
    },
    /** Its process, if there is one. */
    process: () => running?.child,
    close: async () => {
      running?.child.kill('SIGKILL');
      await running?.ended;
    },
  };
};

import { extname } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { accountId, region } from '../cloudformation/physical-ids.ts';
import { functionLimit } from './debugger.ts';
import { functionEnvironment } from './function-environment.ts';
import type { InstanceSettings, Invocation, WorkerMessage } from './function-worker.ts';
import type { InvocationResult } from './invocation.ts';
import type { LambdaFunction } from './lambda-functions.ts';
import { withinTime } from './time-limit.ts';

/** One execution environment of a function. */
export interface FunctionInstance {
  /** Resolves when it takes events, or never will. */
  readonly started: Promise<unknown>;
  /** Runs one event at a time. Never rejects. */
  invoke(event: unknown, requestId: string): Promise<InvocationResult>;
  /** False once it failed to start, crashed, timed out or was terminated. Then it must not be used again. */
  isAlive(): boolean;
  terminate(): Promise<void>;
}

/** How long a function may take to load. Lambda Developer Guide, "Understanding the Lambda execution environment lifecycle". */
const initLimitMs = 10_000;

/** The file is compiled JavaScript when the package is installed. */
const WORKER = new URL(`./function-worker${extname(import.meta.filename)}`, import.meta.url);

/** Starts an instance in a worker thread; `log` gets each line it prints, and why it ended by itself. */
export const startInstance = (
  lambdaFunction: LambdaFunction,
  environment: Readonly<Record<string, string>>,
  log: (line: string) => void,
): FunctionInstance => {
  const worker = new Worker(WORKER, {
    // Each instance would compile the worker and the bundle again, and load what strips types: 10 MB.
    env: { ...functionEnvironment(lambdaFunction, environment), ...compileCache() },
    execArgv: [],
    // It has one event at a time: more only lets garbage wait.
    resourceLimits: { maxYoungGenerationSizeMb: 1 },
    stderr: true,
    stdout: true,
    workerData: settingsOf(lambdaFunction),
  });
  for (const input of [worker.stdout, worker.stderr]) createInterface({ input }).on('line', log);

  let alive = true;
  const start = Promise.withResolvers<'ready' | InvocationResult>();
  let answer = Promise.withResolvers<InvocationResult>();
  let crash: InvocationResult | undefined;
  // A crash ends the current wait. Racing every wait against one promise would keep all answers in
  // memory.
  const crashed = (error: Error) => {
    // Where it was idle no invocation shows it.
    if (alive) log(`${error.name}: ${error.message}`);
    alive = false;
    crash ??= functionError(error);
    start.resolve(crash);
    answer.resolve(crash);
  };
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'ready') start.resolve('ready');
    else if (message.kind === 'not-started') start.resolve(message.result);
    else answer.resolve(message.result);
  });
  worker.on('error', (error: unknown) => {
    crashed(error instanceof Error ? error : new Error(String(error)));
  });
  worker.on('exit', (code) => crashed(new RuntimeExit(`the runtime exited with status ${code}`)));

  const terminate = async () => {
    alive = false;
    await worker.terminate();
  };
  const orEnd = async <Value>(value: Promise<Value>, limitMs: number) => {
    const first = await withinTime(value, limitMs);
    if (first !== undefined) return first;
    await terminate();
    return { kind: 'timeout' } as const;
  };

  const started = orEnd(start.promise, functionLimit(initLimitMs));
  return {
    started,
    invoke: async (event, requestId) => {
      const outcome = await started;
      if (outcome !== 'ready') {
        await terminate();
        return outcome.kind === 'timeout' ? functionError(new StartTimeout()) : outcome;
      }
      if (crash) return crash;
      const limitMs = functionLimit(lambdaFunction.timeoutSeconds * 1000);
      const invocation: Invocation = {
        requestId,
        event: JSON.stringify(event),
        deadline: Date.now() + limitMs,
      };
      answer = Promise.withResolvers();
      worker.postMessage(invocation);
      return orEnd(answer.promise, limitMs);
    },
    isAlive: () => alive,
    terminate,
  };
};

/** Node's cache of compiled code, if this process has one; the worker takes it out of the function's environment. */
const compileCache = (): Readonly<Record<string, string>> => {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
};

class StartTimeout extends Error {
  override name = 'Sandbox.Timedout';
  override message = `the function did not start within ${initLimitMs / 1000} seconds`;
}

class RuntimeExit extends Error {
  override name = 'Runtime.ExitError';
}

const functionError = (error: Error): InvocationResult => {
  return {
    kind: 'error',
    errorType: error.name,
    errorMessage: error.message,
    trace: error.stack?.split('\n') ?? [],
  };
};

const settingsOf = (lambdaFunction: LambdaFunction): InstanceSettings => {
  const { name, memorySize, directory, source, handler } = lambdaFunction;
  const functionArn = `arn:aws:lambda:${region}:${accountId}:function:${name}`;
  return { functionName: name, functionArn, memorySize, directory, source, handler };
};

import { randomUUID } from 'node:crypto';
import { type FunctionInstance, startInstance } from './function-instance.ts';
import type { InvocationResult } from './invocation.ts';
import type { LambdaFunction } from './lambda-functions.ts';

/** The instances of one function. */
export interface FunctionPool {
  invoke(event: unknown, requestId?: string): Promise<InvocationResult>;
  /** Ends every instance at once. Running events get a function error. */
  close(): Promise<void>;
}

/** What a pool needs besides its function. */
export interface FunctionPoolOptions {
  /** Variables that override the function's own, such as AWS_ENDPOINT_URL_DYNAMODB. */
  readonly environment: Readonly<Record<string, string>>;
  /** Gets each line that a function prints, and the errors of failed invocations. */
  readonly log: (functionName: string, line: string) => void;
  /** How many instances a function may have; further events wait in their order. */
  readonly maxInstances: number;
}

/**
 * Runs a function as Lambda does: an event goes to the idle instance that was used last, else to a
 * new one. Lambda Developer Guide, "Understanding Lambda function scaling".
 */
export const createFunctionPool = (
  lambdaFunction: LambdaFunction,
  { environment, log, maxInstances }: FunctionPoolOptions,
): FunctionPool => {
  const logLine = (line: string) => log(lambdaFunction.name, line);
  const instances = new Set<FunctionInstance>();
  const idle: FunctionInstance[] = [];
  const waiting: PromiseWithResolvers<FunctionInstance | undefined>[] = [];
  let closed = false;

  const start = (): FunctionInstance => {
    const instance = startInstance(lambdaFunction, environment, logLine);
    instances.add(instance);
    return instance;
  };
  const popIdle = (): FunctionInstance | undefined => {
    const instance = idle.pop();
    if (!instance || instance.isAlive()) return instance;
    instances.delete(instance);
    return popIdle();
  };
  const take = async (): Promise<FunctionInstance | undefined> => {
    const free = popIdle() ?? (instances.size < maxInstances ? start() : undefined);
    if (free) return free;
    const turn = Promise.withResolvers<FunctionInstance | undefined>();
    waiting.push(turn);
    return turn.promise;
  };
  const release = (instance: FunctionInstance): void => {
    const alive = instance.isAlive();
    if (!alive) instances.delete(instance);
    const next = waiting.shift();
    if (next) next.resolve(alive ? instance : start());
    else if (alive) idle.push(instance);
  };

  return {
    invoke: async (event, requestId = randomUUID()) => {
      const instance = closed ? undefined : await take();
      if (!instance) return closedResult;
      const result = await instance.invoke(event, requestId);
      release(instance);
      if (result.kind === 'timeout') {
        logLine(`${requestId} Task timed out after ${lambdaFunction.timeoutSeconds} seconds`);
      }
      if (result.kind === 'error') logLine(`${requestId} Invoke Error ${JSON.stringify(result)}`);
      return result;
    },
    close: async () => {
      closed = true;
      for (const turn of waiting.splice(0)) turn.resolve(undefined);
      await Promise.all([...instances].map((instance) => instance.terminate()));
    },
  };
};

const closedResult: InvocationResult = {
  kind: 'error',
  errorType: 'Runtime.Closed',
  errorMessage: 'the function pool is closed',
  trace: [],
};

import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type FunctionInstance, startInstance } from './function-instance.ts';
import type { IdleInstances } from './idle-instances.ts';
import type { FunctionError, InvocationResult } from './invocation.ts';
import type { LambdaFunction } from './lambda-functions.ts';
import { createSourceLines, sourceMapFile } from './source-map.ts';

/** The instances of one function. */
export interface FunctionPool {
  invoke(event: unknown, requestId?: string): Promise<InvocationResult>;
  /** Ends every instance as soon as it has no event. Takes no new events. */
  retire(): void;
  /** Whether it has no instance. */
  isEmpty(): boolean;
  /** Ends every instance at once. Running events get a function error. */
  close(): Promise<void>;
}

/**
 * Instances of a function that start at once. They share the machine's cores: of fifty none might be there within the time
 * that a start may take.
 */
const MOST_STARTING = Math.max(2, availableParallelism());

/** What a pool needs besides its function. */
export interface FunctionPoolOptions {
  /** Variables that override the function's own, such as AWS_ENDPOINT_URL_DYNAMODB. */
  readonly environment: Readonly<Record<string, string>>;
  /** Gets each line that a function prints, and the errors of failed invocations. */
  readonly log: (functionName: string, line: string) => void;
  /** How many instances a function may have, by its name; further events wait in their order. */
  readonly maxInstances: (functionName: string) => number;
  /** Keeps those without an event, of all functions. */
  readonly idleInstances: IdleInstances;
}

/**
 * Runs a function as Lambda does: an event goes to the idle instance that was used last, else to a
 * new one. Lambda Developer Guide, "Understanding Lambda function scaling".
 */
export const createFunctionPool = (
  lambdaFunction: LambdaFunction,
  { environment, log, maxInstances, idleInstances }: FunctionPoolOptions,
): FunctionPool => {
  const withSourceLines = createSourceLines(sourceMapFile(lambdaFunction.directory));
  const logLine = (line: string) => log(lambdaFunction.name, withSourceLines(line));
  /** How many events each has had. */
  const instances = new Map<FunctionInstance, number>();
  /** Those without an event, the one that was used last at the end, each with what takes it out of all that are idle. */
  const idle: { readonly instance: FunctionInstance; readonly use: () => void }[] = [];
  const waiting: PromiseWithResolvers<FunctionInstance | undefined>[] = [];
  let starting = 0;
  let closed = false;
  let retired = false;

  const start = (): FunctionInstance | undefined => {
    if (starting >= MOST_STARTING || instances.size >= maxInstances(lambdaFunction.name)) {
      return undefined;
    }
    const instance = startInstance(lambdaFunction, environment, logLine);
    instances.set(instance, 0);
    starting += 1;
    instance.started.then(() => {
      starting -= 1;
      startForNext();
    });
    return instance;
  };
  /** Starts one for the event that has waited for the longest, if there may be one more. */
  const startForNext = (): void => {
    const instance = waiting.length > 0 ? start() : undefined;
    if (instance) waiting.shift()?.resolve(instance);
  };
  const popIdle = (): FunctionInstance | undefined => {
    const last = idle.pop();
    if (last === undefined) return undefined;
    last.use();
    if (last.instance.isAlive()) return last.instance;
    instances.delete(last.instance);
    return popIdle();
  };
  const end = (instance: FunctionInstance): void => {
    instances.delete(instance);
    instance.terminate();
  };
  const keep = (instance: FunctionInstance): void => {
    const use = idleInstances.add({
      isSpare: () => idle.at(-1) !== kept,
      isNew: instances.get(instance) === 1,
      end: () => {
        idle.splice(idle.indexOf(kept), 1);
        end(instance);
      },
    });
    const kept = { instance, use };
    idle.push(kept);
  };
  const take = async (): Promise<FunctionInstance | undefined> => {
    const free = popIdle() ?? start();
    if (free) return free;
    const turn = Promise.withResolvers<FunctionInstance | undefined>();
    waiting.push(turn);
    return turn.promise;
  };
  const release = (instance: FunctionInstance): void => {
    if (!instance.isAlive()) {
      instances.delete(instance);
      startForNext();
      return;
    }
    const next = waiting.shift();
    if (next) next.resolve(instance);
    else if (retired) end(instance);
    else keep(instance);
  };

  return {
    invoke: async (event, requestId = randomUUID()) => {
      const instance = closed ? undefined : await take();
      if (!instance) return closedResult;
      instances.set(instance, (instances.get(instance) ?? 0) + 1);
      const result = await instance.invoke(event, requestId);
      release(instance);
      // It did not fail: it was ended.
      if (closed) return result;
      if (result.kind === 'timeout') {
        logLine(`${requestId} Task timed out after ${lambdaFunction.timeoutSeconds} seconds`);
      }
      if (result.kind === 'error') logLine(`${requestId} Invoke Error ${describe(result)}`);
      return result;
    },
    retire: () => {
      retired = true;
      for (const { instance, use } of idle.splice(0)) {
        use();
        end(instance);
      }
    },
    isEmpty: () => instances.size === 0,
    close: async () => {
      closed = true;
      for (const { use } of idle.splice(0)) use();
      for (const turn of waiting.splice(0)) turn.resolve(undefined);
      await Promise.all([...instances.keys()].map((instance) => instance.terminate()));
    },
  };
};

/** This message is how an authorizer answers 401. Its stack tells nothing. */
const describe = (error: FunctionError): string =>
  error.errorMessage === 'Unauthorized' ? error.errorMessage : JSON.stringify(error);

const closedResult: InvocationResult = {
  kind: 'error',
  errorType: 'Runtime.Closed',
  errorMessage: 'the function pool is closed',
  trace: [],
};

import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { url as inspectorUrl } from 'node:inspector';
import { format } from 'node:util';
import * as z from 'zod';
import { TIME_BUDGET } from '../../lib/process/time-budget.ts';
import { operationFolder } from '../stacks/names.ts';

/**
 * Runs a function with an event, and returns what it returns. Rejects with what it throws.
 * @param name an operation's id, or another function's name, such as `recordEvents`
 * @param requestId begins each line that it prints. @default a new one
 */
export type Invoke = (name: string, event: unknown, requestId?: string) => Promise<unknown>;

/** A function of `functions/`, as it is deployed. */
export type Handler = (event: unknown, context: object) => Promise<unknown>;

const HandlerModule = z.object({
  open: z.custom<() => Handler>((value) => typeof value === 'function'),
});

/** A day, in ms. */
const NO_LIMIT_MS = 86_400_000;

/** A time limit of a function, in ms. A debugger can stop a function, so with one there is none. */
export const timeLimit = (ms: number): number => (inspectorUrl() === undefined ? ms : NO_LIMIT_MS);

/** Imports the source of a function, and opens it with this process's environment. */
const open = async (name: string): Promise<Handler> => {
  const module: unknown = await import(`../../functions/${operationFolder(name)}/handler.ts`);
  return HandlerModule.parse(module).open();
};

/**
 * Makes a function that runs functions in this process. Each is imported when it is first invoked.
 * @param composed functions that are not opened as they are deployed
 */
export const createInvoke = (composed: Readonly<Record<string, () => Handler>> = {}): Invoke => {
  const handlers = new Map<string, Promise<Handler>>();
  labelLines();
  return async (name, event, requestId = randomUUID()) => {
    let handler = handlers.get(name);
    if (handler === undefined) {
      const compose = composed[name];
      handler = compose === undefined ? open(name) : Promise.resolve(compose());
      handlers.set(name, handler);
    }
    const run = await handler;
    return labels.run(`${name}: ${requestId}`, () => run(event, contextOf(name, requestId)));
  };
};

/** What handlers read of Lambda's context. Lambda Developer Guide, "Using the Lambda context object". */
const contextOf = (functionName: string, awsRequestId: string): object => {
  const end = Date.now() + timeLimit(TIME_BUDGET.invocation);
  return {
    functionName,
    awsRequestId,
    getRemainingTimeInMillis: () => Math.max(0, end - Date.now()),
  };
};

const labels = new AsyncLocalStorage<string>();

/** Begins each line that a function prints with its name and the request's id, so that a search for the id finds it. */
const labelLines = (): void => {
  for (const method of ['error', 'info', 'log', 'warn'] as const) {
    const print = console[method].bind(console);
    console[method] = (...words: unknown[]) => {
      const label = labels.getStore();
      print(label === undefined ? format(...words) : format(...words).replace(/^/gm, `${label} `));
    };
  }
};

/** Runs in a worker thread as one instance of a function: it loads the bundle, then answers invocations. */
import { flushCompileCache } from 'node:module';
import { format } from 'node:util';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { InvocationResult } from './invocation.ts';
import { type Handler, type HandlerLocation, loadHandler } from './load-handler.ts';

/** The settings of a worker. */
export interface InstanceSettings extends HandlerLocation {
  readonly functionName: string;
  readonly functionArn: string;
  readonly memorySize: number;
}

/** One event for a worker. */
export interface Invocation {
  readonly requestId: string;
  /** As JSON text. */
  readonly event: string;
  /** Its deadline, in ms since the epoch. */
  readonly deadline: number;
}

/** A worker's messages: one about its start, then the result of each invocation. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'not-started' | 'invoked'; readonly result: InvocationResult };

const failure = (error: unknown): InvocationResult => {
  if (!(error instanceof Error)) {
    return { kind: 'error', errorType: typeof error, errorMessage: String(error), trace: [] };
  }
  const trace = error.stack?.split('\n') ?? [];
  return { kind: 'error', errorType: error.name, errorMessage: error.message, trace };
};

const createContext = (settings: InstanceSettings, { requestId, deadline }: Invocation): object => {
  return {
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: true,
    functionName: settings.functionName,
    functionVersion: '$LATEST',
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    invokedFunctionArn: settings.functionArn,
    logGroupName: `/aws/lambda/${settings.functionName}`,
    logStreamName: 'local',
    memoryLimitInMB: String(settings.memorySize),
  };
};

/** Begins each line of `console` with the id of the invocation, so that a search for it finds all. */
const labelLines = (requestId: () => string): void => {
  for (const method of ['debug', 'error', 'info', 'log', 'warn'] as const) {
    const print = console[method].bind(console);
    console[method] = (...words) => print(format(...words).replace(/^/gm, `${requestId()} `));
  }
};

/** A handler that takes a callback answers by it, unless it returns a promise. */
const call = (handler: Handler, event: unknown, context: object): Promise<unknown> => {
  return new Promise((resolve, reject) => {
    const returned = handler(event, context, (error, value) => {
      if (error) reject(error);
      else resolve(value);
    });
    if (handler.length < 3 || returned instanceof Promise) resolve(returned);
  });
};

const run = async (port: MessagePort, settings: InstanceSettings): Promise<void> => {
  // It is for the worker: Lambda does not set it.
  delete process.env['NODE_COMPILE_CACHE'];
  const tell = (message: WorkerMessage) => port.postMessage(message);
  let requestId = '-';
  labelLines(() => requestId);
  const handler = await loadHandler(settings).catch((error: unknown) => {
    tell({ kind: 'not-started', result: failure(error) });
  });
  if (!handler) return;
  port.on('message', async (invocation: Invocation) => {
    ({ requestId } = invocation);
    try {
      const context = createContext(settings, invocation);
      const value = await call(handler, JSON.parse(invocation.event), context);
      const payload = JSON.stringify(value) ?? 'null';
      tell({ kind: 'invoked', result: { kind: 'success', payload } });
    } catch (error) {
      tell({ kind: 'invoked', result: failure(error) });
    }
  });
  tell({ kind: 'ready' });
  // For the next instance: Node writes it only when a thread ends by itself.
  flushCompileCache();
};

if (parentPort) await run(parentPort, workerData);

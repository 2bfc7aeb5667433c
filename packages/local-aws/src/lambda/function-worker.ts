/** Runs inside a worker thread, where it is one instance of a function: it loads the bundle, then answers invocations. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { InvocationResult } from './invocation.ts';
import { type Handler, type HandlerLocation, loadHandler } from './load-handler.ts';

/** What the host gives a worker at its start. */
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
  /** When its time is up, in ms since the epoch. */
  readonly deadline: number;
}

/** What a worker tells its host: how its start went, once, and then the result of each invocation. */
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

/** A handler that takes a callback may answer by it, and does unless it returns a promise. */
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
  const tell = (message: WorkerMessage) => port.postMessage(message);
  const handler = await loadHandler(settings).catch((error: unknown) => {
    tell({ kind: 'not-started', result: failure(error) });
  });
  if (!handler) return;
  port.on('message', async (invocation: Invocation) => {
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
};

if (parentPort) await run(parentPort, workerData);

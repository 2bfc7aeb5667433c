/** Runs inside a worker thread, where it is one instance of a function: it loads the bundle, then answers invocations. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { InvocationResult } from './invocation.ts';

/** What the host gives a worker at its start. */
export interface InstanceSettings {
  readonly functionName: string;
  readonly functionArn: string;
  readonly memorySize: number;
  readonly directory: string;
  readonly handler: string;
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

type Handler = (event: unknown, context: object) => unknown;

class HandlerNotFound extends Error {
  override name = 'Runtime.HandlerNotFound';
}

async function loadHandler({ directory, handler }: InstanceSettings): Promise<Handler> {
  const dot = handler.lastIndexOf('.');
  const file = ['.mjs', '.js', '.cjs']
    .map((extension) => join(directory, `${handler.slice(0, dot)}${extension}`))
    .find(existsSync);
  const exported = file && (await import(pathToFileURL(file).href))[handler.slice(dot + 1)];
  if (typeof exported === 'function') return exported;
  throw new HandlerNotFound(`${handler} is undefined or not exported`);
}

function failure(error: unknown): InvocationResult {
  if (!(error instanceof Error)) {
    return { kind: 'error', errorType: typeof error, errorMessage: String(error), trace: [] };
  }
  const trace = error.stack?.split('\n') ?? [];
  return { kind: 'error', errorType: error.name, errorMessage: error.message, trace };
}

function createContext(settings: InstanceSettings, { requestId, deadline }: Invocation): object {
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
}

async function run(port: MessagePort, settings: InstanceSettings): Promise<void> {
  const tell = (message: WorkerMessage) => port.postMessage(message);
  const handler = await loadHandler(settings).catch((error: unknown) => {
    tell({ kind: 'not-started', result: failure(error) });
  });
  if (!handler) return;
  port.on('message', async (invocation: Invocation) => {
    try {
      const context = createContext(settings, invocation);
      const value = await handler(JSON.parse(invocation.event), context);
      const payload = JSON.stringify(value) ?? 'null';
      tell({ kind: 'invoked', result: { kind: 'success', payload } });
    } catch (error) {
      tell({ kind: 'invoked', result: failure(error) });
    }
  });
  tell({ kind: 'ready' });
}

if (parentPort) await run(parentPort, workerData);

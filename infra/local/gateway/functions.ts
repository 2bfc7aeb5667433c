import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { url as inspectorUrl } from 'node:inspector';
import * as z from 'zod';
import { printBy } from '../../../lib/process/log.ts';
import { TIME_BUDGET } from '../../../lib/process/time-budget.ts';
import { operationFolder } from '../../stacks/names.ts';
import type { AppendLine } from './log-file.ts';

/**
 * Runs a function with an event, and returns what it returns. Rejects with what it throws.
 * @param name an operation's id, or another function's name, such as `recordEvents`
 * @param requestId begins each line that it logs. @default a new one
 */
export type Invoke = (name: string, event: unknown, requestId?: string) => Promise<unknown>;

/** A function of `functions/`, as it is deployed. */
export type Handler = (event: unknown, context: object) => Promise<unknown>;

const HandlerModule = z.object({
  open: z.custom<() => Handler>((value) => typeof value === 'function'),
});

/** A time limit of a function, in ms. A debugger can stop a function, so with one it is a day. */
export const timeLimit = (ms: number): number => (inspectorUrl() === undefined ? ms : 86_400_000);

/**
 * Makes a function that runs functions in this process. Each is imported when it is first invoked.
 * @param append gets each line that they log
 * @param composed functions that are not opened as they are deployed
 */
export const createInvoke = (
  append: AppendLine,
  composed: Readonly<Record<string, () => Handler>> = {},
): Invoke => {
  const handlers = new Map<string, Promise<Handler>>();
  const open = async (name: string): Promise<Handler> => {
    const file = `../../../functions/${operationFolder(name)}/handler.ts`;
    return composed[name]?.() ?? HandlerModule.parse(await import(file)).open();
  };
  // Each line is appended as Lambda does, and shown with the function's name and the request's id.
  printBy((line, isWhole) => {
    const { name, requestId } = running.getStore() ?? {};
    const start = [new Date().toISOString(), requestId, 'ERROR'].join('\t');
    append({ log: 'functions', part: name, message: isWhole ? line : `${start}\t${line}` });
    console.error(`${name}: ${requestId} ${line}`);
  });
  return async (name, event, requestId = randomUUID()) => {
    const handler = handlers.get(name) ?? open(name);
    handlers.set(name, handler);
    const run = await handler;
    return running.run({ name, requestId }, () => run(event, CONTEXT));
  };
};

/** What is read of Lambda's context, by middy at the start: the time that is left. */
const CONTEXT = { getRemainingTimeInMillis: () => timeLimit(TIME_BUDGET.invocation) };

/** The invocation that prints. */
const running = new AsyncLocalStorage<{ readonly name: string; readonly requestId: string }>();

import { AsyncLocalStorage } from 'node:async_hooks';

const deadlines = new AsyncLocalStorage<AbortSignal>();

/**
 * Does work that starts no DynamoDB call after the signal aborts. Lambda freezes what is still pending when
 * a function has answered, and thaws it with the next event, minutes later: a write that was answered 504
 * must not be sent then.
 */
export const withDeadline = <Result>(signal: AbortSignal, work: () => Result): Result =>
  deadlines.run(signal, work);

/** @throws what the signal of the work under way was aborted with, if it was */
export const checkDeadline = (): void => deadlines.getStore()?.throwIfAborted();

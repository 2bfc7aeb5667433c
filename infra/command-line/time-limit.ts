import { setTimeout } from 'node:timers/promises';

/** How long requests, batches and deliveries under way may take once the local server closes, in ms. */
export const CLOSE_LIMIT_MS = 400;

/** Waits for a promise at most `ms`; undefined when it takes longer. The promise itself goes on. */
export const withinTime = <Value>(promise: Promise<Value>, ms: number) => {
  const limit = new AbortController();
  const late = setTimeout(ms, undefined, { signal: limit.signal });
  return Promise.race([promise, late]).finally(() => limit.abort());
};

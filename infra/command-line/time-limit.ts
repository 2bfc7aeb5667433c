/** How long requests, batches and deliveries under way may take once the local server closes, in ms. */
export const CLOSE_LIMIT_MS = 400;

/** Waits for a promise at most `ms`; undefined when it takes longer. The promise itself goes on. */
export const withinTime = async <Value>(
  promise: Promise<Value>,
  ms: number,
): Promise<Value | undefined> => {
  const limit = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => limit.resolve(undefined), ms);
  try {
    return await Promise.race([promise, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
};

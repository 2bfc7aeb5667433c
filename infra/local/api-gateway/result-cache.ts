/** Keeps values for a time and at most so many of them: the oldest go first. */
export interface ResultCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** Creates a cache whose values live for `ttlMs` by the clock `now`, in ms; with 0 none is ever found. */
export function createResultCache<Value>(
  ttlMs: number,
  now: () => number,
  maxEntries = 10_000,
): ResultCache<Value> {
  const entries = new Map<string, { readonly value: Value; readonly expiresAt: number }>();
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry && entry.expiresAt > now()) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set: (key, value) => {
      entries.delete(key);
      const [oldest] = entries.keys();
      if (entries.size >= maxEntries && oldest !== undefined) entries.delete(oldest);
      entries.set(key, { value, expiresAt: now() + ttlMs });
    },
  };
}

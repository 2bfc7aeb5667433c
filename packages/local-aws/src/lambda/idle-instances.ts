/** All instances that have no event, of every function. */
export interface IdleInstances {
  /**
   * Takes one that has become idle.
   * @param end ends it, when it has been idle for too long
   * @returns takes it out again, for an event
   */
  add(end: () => void): () => void;
}

/** How long instances stay. */
export interface IdleLimits {
  /**
   * An instance that is idle for longer ends, in ms.
   * @default 30 s, which keeps an instance over the pauses of somebody who tries things
   */
  readonly idleMs?: number;
  /**
   * While more are idle, those that were used first end after `briefMs`.
   * @default 12: an instance takes some 14 MB
   */
  readonly mostIdle?: number;
  /**
   * In ms.
   * @default 1 s, which keeps all instances during a burst
   */
  readonly briefMs?: number;
}

/**
 * Ends idle instances, as Lambda does when it likes. Lambda Developer Guide, "Understanding the Lambda execution environment
 * lifecycle".
 */
export const createIdleInstances = ({
  idleMs = 30_000,
  mostIdle = 12,
  briefMs = 1000,
}: IdleLimits = {}): IdleInstances => {
  /** The one that has been idle for the longest comes first. */
  const idle = new Set<{ readonly since: number; readonly end: () => void }>();
  let timer: NodeJS.Timeout | undefined;

  const endDue = (): void => {
    clearTimeout(timer);
    const now = performance.now();
    for (const each of idle) {
      const left = each.since + (idle.size > mostIdle ? briefMs : idleMs) - now;
      if (left > 0) {
        timer = setTimeout(endDue, Math.ceil(left)).unref();
        return;
      }
      idle.delete(each);
      each.end();
    }
  };
  return {
    add: (end) => {
      const added = { since: performance.now(), end };
      idle.add(added);
      endDue();
      return () => idle.delete(added);
    },
  };
};

/** An instance without an event. */
export interface IdleInstance {
  /** Whether another one of its function has been idle for a shorter time, so that it gets the next event. */
  readonly isSpare: () => boolean;
  /** Whether it has had one event only, so that nobody may want it again. */
  readonly isNew: boolean;
  readonly end: () => void;
}

/** All instances that have no event, of every function. */
export interface IdleInstances {
  /** @returns takes it out again, for an event */
  add(instance: IdleInstance): () => void;
}

/** How long instances stay, in ms. */
export interface IdleLimits {
  /** @default 30 s, which keeps an instance over the pauses of somebody who tries things */
  readonly idleMs?: number;
  /** How long spare ones stay, and new ones while more than `mostIdle` are idle. @default 0.25 s */
  readonly spareMs?: number;
  /** How long one stays while more than `mostIdle` are idle. @default 3 s */
  readonly crowdedMs?: number;
  /** @default 8: an instance takes some 14 MB */
  readonly mostIdle?: number;
}

/**
 * Ends idle instances, as Lambda does when it likes. Lambda Developer Guide, "Understanding the Lambda execution environment
 * lifecycle".
 */
export const createIdleInstances = ({
  idleMs = 30_000,
  spareMs = 250,
  crowdedMs = 3000,
  mostIdle = 8,
}: IdleLimits = {}): IdleInstances => {
  /** Each with the time since when; the one that has been idle for the longest comes first. */
  const idle = new Map<IdleInstance, number>();
  let timer: NodeJS.Timeout | undefined;

  const limitOf = (instance: IdleInstance): number => {
    const isCrowded = idle.size > mostIdle;
    if (instance.isSpare() || (isCrowded && instance.isNew)) return spareMs;
    return isCrowded ? crowdedMs : idleMs;
  };
  const endDue = (): void => {
    const now = performance.now();
    for (const [instance, since] of idle) {
      if (now - since < limitOf(instance)) continue;
      idle.delete(instance);
      instance.end();
    }
    if (idle.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    add: (instance) => {
      idle.set(instance, performance.now());
      timer ??= setInterval(endDue, 100).unref();
      return () => idle.delete(instance);
    },
  };
};

import { WORLD } from './world.ts';

/** A create that was stored; times in milliseconds. */
export interface Create {
  readonly id: number;
  readonly arrived: number;
  readonly stored: number;
}

/** One instance of the function, which does one create at a time. */
export interface Instance {
  /** The ids that it has left, the end excluded. */
  nextId: number;
  endId: number;
  readonly born: number;
  freeSince: number;
}

/** The instances of the function. */
export interface Instances {
  /** The instance that a request gets, and when that begins with it. */
  readonly take: (now: number) => { readonly instance: Instance; readonly ready: number };
  readonly release: (instance: Instance, now: number) => void;
  /** How many there were so far. */
  readonly count: () => number;
}

/** None to begin with. A request gets the free one that was last in use, or else a new one. */
export const createInstances = (): Instances => {
  const free: Instance[] = [];
  let count = 0;
  const lives = (instance: Instance, now: number) =>
    now - instance.freeSince < WORLD.idle && now - instance.born < WORLD.life;
  return {
    take: (now) => {
      for (let instance = free.pop(); instance !== undefined; instance = free.pop()) {
        if (lives(instance, now)) return { instance, ready: now };
      }
      count += 1;
      const instance = { nextId: 0, endId: 0, born: now, freeSince: now };
      return { instance, ready: now + WORLD.coldStart };
    },
    release: (instance, now) => {
      instance.freeSince = now;
      free.push(instance);
    },
    count: () => count,
  };
};

/** Numbers that look random and are the same for the same seed: from 0 to below 1. */
export type Random = () => number;

/** mulberry32, by Tommy Ettinger: 32 bits of state. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Time until the next of events that come independently of each other, `mean` apart. */
export const exponential = (random: Random, mean: number): number => -mean * Math.log(1 - random());

import { createHash } from 'node:crypto';

/** A number from 0 up to 1, the same for the same seed and name, in any order. */
export const chance = (seed: number, what: string): number =>
  createHash('sha256').update(`${seed} ${what}`).digest().readUInt32BE() / 2 ** 32;

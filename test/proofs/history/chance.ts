import { createHash } from 'node:crypto';

/** A number from 0 up to 1, the same for the same seed and name, in any order. */
export const chance = (seed: number, what: string): number =>
  createHash('sha256').update(`${seed} ${what}`).digest().readUInt32BE() / 2 ** 32;

/**
 * Takes one of the items.
 * @param at from 0 up to 1
 */
export const pick = <Item>(items: readonly Item[], at: number): Item | undefined =>
  items[Math.floor(at * items.length)];

/**
 * Names one of the choices by their weights, which are whole numbers.
 * @param at from 0 up to 1
 */
export const weigh = <Name extends string>(
  weights: Readonly<Record<Name, number>>,
  at: number,
): Name | undefined => {
  const names = Object.keys(weights) as Name[];
  return pick(
    names.flatMap((name) => Array<Name>(weights[name]).fill(name)),
    at,
  );
};

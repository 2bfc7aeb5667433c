/** Ids per partition of the `pets` table. Ids are dense, so ranges of ids fill partitions evenly. */
const RANGE = 1000n;

/** The partition that a pet is in: its partition key, `idRange`. */
export const rangeOf = (id: bigint): bigint => id / RANGE;

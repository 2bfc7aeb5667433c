import type { Capacity, Writes } from './capacity.ts';

/** An index is named after its table: `pets.byStatus`. */
const isIndex = (target: string): boolean => target.includes('.');

/**
 * What AWS charges for writes, by table and index. A transaction writes each item twice, to prepare and to commit; the
 * indexes get it once, as it reaches them after the transaction ("Amazon DynamoDB Transactions: How it works";
 * measured on AWS in nubo-db/dynoxide#188).
 */
export const chargedWrites = ({ writes, transacted }: Capacity): Writes => {
  const inTransaction = Object.entries(transacted).map(
    ([target, units]) => [target, isIndex(target) ? units : 2 * units] as const,
  );
  return Object.fromEntries([...Object.entries(writes), ...inTransaction]);
};

/** How many write units AWS charges, in all or for those tables and indexes alone. */
export const writeUnits = (
  capacity: Capacity,
  counts: (target: string) => boolean = () => true,
): number =>
  Object.entries(chargedWrites(capacity)).reduce(
    (sum, [target, units]) => (counts(target) ? sum + units : sum),
    0,
  );

import { INT64_MAX } from '../../lib/values/int64.ts';

/** Items that follow each other in one partition, in order of id. */
export interface Run<Item> {
  readonly items: readonly Item[];
  /** Everything up to this id was read; undefined if nothing follows. */
  readonly readTo: bigint | undefined;
  /** Whether malformed items were left out. */
  readonly hasMalformed?: boolean;
}

/** What `readTo` is for an id: nothing follows the highest. */
export const upTo = (id: bigint): bigint | undefined => (id < INT64_MAX ? id : undefined);

/**
 * Merges runs of several partitions into one. It ends with the smallest `readTo`: beyond it a partition may have items that
 * were not read.
 */
export const mergeRuns = <Item extends { readonly id: bigint }>(
  runs: readonly Run<Item>[],
): Run<Item> => {
  const readTo = runs
    .flatMap((run) => run.readTo ?? [])
    .reduce<bigint | undefined>(
      (least, id) => (least === undefined || id < least ? id : least),
      undefined,
    );
  return {
    items: runs
      .flatMap(({ items }) => items)
      .filter(({ id }) => readTo === undefined || id <= readTo)
      .sort((one, other) => (one.id < other.id ? -1 : 1)),
    readTo,
  };
};

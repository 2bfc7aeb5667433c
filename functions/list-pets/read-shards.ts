import { endOfBlock, petShard } from '../../lib/pets/pet-key.ts';
import { waitForAll } from '../../lib/process/wait-for-all.ts';
import { INT64_MAX } from '../../lib/values/int64.ts';
import { mergeRuns, type Run, upTo } from './merge-runs.ts';

/** Some ids of a partition, both ends included. */
interface Range {
  /** The partition key. */
  readonly shard: bigint;
  readonly first: bigint;
  readonly last: bigint;
  /** Most items that are read. */
  readonly limit: number;
}

/** Reads the first items of a range. One round trip. */
export type ReadRange<Item> = (range: Range) => Promise<Run<Item>>;

/**
 * Reads the blocks after an id that have half as many ids again as a page needs items. One round trip. Where no more than a
 * tenth is missing, that is enough.
 */
export const readBlocks = async <Item extends { readonly id: bigint }>(
  read: ReadRange<Item>,
  after: bigint,
  need: number,
): Promise<Run<Item>> => {
  const blocks: Range[] = [];
  let [end, ids] = [after, 0];
  while (ids < 1.5 * need && end < INT64_MAX) {
    const first = end + 1n;
    end = endOfBlock(first);
    // What the blocks before it have at least, if half of their pets are there, need not be read once more.
    const limit = Math.ceil(need - ids / 2);
    blocks.push({ shard: petShard(first), first, last: end, limit });
    ids += Number(end - first) + 1;
  }
  const { items, readTo } = mergeRuns(await waitForAll(blocks.map(read)));
  return { items, readTo: readTo ?? upTo(end) };
};

/** More items that are read where malformed ones were met. */
const REFILL = 1000;

/**
 * Reads on in all partitions at once, until there are as many items as needed. One round trip for each limit, as long as
 * some are missing.
 * @param near what was read before
 * @param limits the most items of a partition that each trip reads, from the number that is missing. If it is that number
 * the trip is the last: the next n of all are among the next n of each. More than a thousand malformed items of a partition in
 * a row, or the first that the last trip meets, may leave some out
 */
export const readShards = async <Item extends { readonly id: bigint }>(
  read: ReadRange<Item>,
  shards: readonly bigint[],
  near: Run<Item>,
  need: number,
  limits: readonly ((missing: number) => number)[],
): Promise<Run<Item>> => {
  let page = near;
  let runs = shards.map((shard) => ({ shard, run: { ...near, items: [] } as Run<Item> }));
  for (const limit of limits) {
    const { items: found, readTo = INT64_MAX } = page;
    if (found.length >= need || page.readTo === undefined) break;
    const missing = need - found.length;
    runs = await waitForAll(
      runs.map(async ({ shard, run }) => {
        // Those that were read beyond the end of the page.
        const ahead = run.items.filter(({ id }) => id > readTo).length;
        if (run.readTo === undefined || ahead >= missing) return { shard, run };
        const { items, ...rest } = await read({
          shard,
          first: run.readTo + 1n,
          last: INT64_MAX,
          limit: limit(missing - ahead) + (run.hasMalformed ? REFILL : 0),
        });
        return { shard, run: { ...rest, items: [...run.items, ...items] } };
      }),
    );
    page = mergeRuns([{ items: near.items, readTo: undefined }, ...runs.map(({ run }) => run)]);
  }
  return page;
};

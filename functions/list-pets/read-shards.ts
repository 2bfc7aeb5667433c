import { endOfBlock, PET_SHARDS, petShard } from '../../lib/pets/pet-key.ts';
import { waitForAll } from '../../lib/process/wait-for-all.ts';
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

/** Some ids of a partition, both ends included. */
export interface Range {
  readonly shard: bigint;
  readonly first: bigint;
  readonly last: bigint;
  /** Most items that are read. */
  readonly limit: number;
}

/** Reads the first items of a range. One round trip. */
export type ReadRange<Item> = (range: Range) => Promise<Run<Item>>;

interface WithId {
  readonly id: bigint;
}

/**
 * Merges runs of several partitions into one. It ends with the smallest `readTo`: beyond it a partition may have items that
 * were not read.
 */
const mergeRuns = <Item extends WithId>(runs: readonly Run<Item>[]): Run<Item> => {
  const [readTo] = runs
    .flatMap((run) => run.readTo ?? [])
    .sort((one, other) => (one < other ? -1 : 1));
  return {
    items: runs
      .flatMap(({ items }) => items)
      .filter(({ id }) => readTo === undefined || id <= readTo)
      .sort((one, other) => (one.id < other.id ? -1 : 1)),
    readTo,
  };
};

/** So many pets of usual size are one read unit. */
const UNIT = 15;

/** More items that are read of a partition where malformed ones were met. */
const REFILL = 1000;

/**
 * Reads the items of the table after an id. One round trip where few are missing, at most three.
 * @param need the number of items that end it, if there are as many
 * @returns at least so many, or all that follow. Fewer only after more than a thousand malformed items of a partition in a
 * row, or where the third trip is the first to meet one
 */
export const readTable = async <Item extends WithId>(
  read: ReadRange<Item>,
  after: bigint,
  need: number,
): Promise<Run<Item>> => {
  const blocks: Range[] = [];
  let [end, ids] = [after, 0];
  while (ids < 1.5 * need && end < INT64_MAX) {
    const first = end + 1n;
    end = endOfBlock(first);
    // If half of the ids before it are there, it need not have more.
    blocks.push({ shard: petShard(first), first, last: end, limit: Math.ceil(need - ids / 2) });
    ids += Number(end - first) + 1;
  }
  const { items, readTo } = mergeRuns(await waitForAll(blocks.map(read)));
  const near = { items, readTo: readTo ?? upTo(end) };
  return readOn(read, PET_SHARDS, near, need, [
    (missing) => Math.min(missing, UNIT),
    (missing) => missing,
  ]);
};

/**
 * Reads the items of some partitions of an index after an id, like `readTable`. One round trip if each partition has about as
 * many of them.
 */
export const readIndex = <Item extends WithId>(
  read: ReadRange<Item>,
  shards: readonly bigint[],
  after: bigint,
  need: number,
): Promise<Run<Item>> =>
  readOn(read, shards, { items: [], readTo: upTo(after) }, need, [
    () => Math.ceil(need / shards.length + Math.sqrt(need)),
    (missing) => missing,
    (missing) => missing,
  ]);

/**
 * Reads on in all partitions at once, until there are as many items as needed. One round trip for each limit at most.
 * @param near what was read before
 * @param limits the most items that each trip reads of a partition, from the number of those that are missing. That number
 * itself is always enough: the next n of all are among the next n of each
 */
const readOn = async <Item extends WithId>(
  read: ReadRange<Item>,
  shards: readonly bigint[],
  near: Run<Item>,
  need: number,
  limits: readonly ((missing: number) => number)[],
): Promise<Run<Item>> => {
  let page = near;
  let runs = shards.map((shard): Pick<Range, 'shard'> & Run<Item> => ({
    ...near,
    items: [],
    shard,
  }));
  for (const limitOf of limits) {
    const { items: found, readTo } = page;
    const missing = need - found.length;
    if (missing <= 0 || readTo === undefined) break;
    runs = await waitForAll(
      runs.map(async (run) => {
        // Those that were read beyond the end of the page.
        const ahead = run.items.filter(({ id }) => id > readTo).length;
        if (run.readTo === undefined || ahead >= missing) return run;
        const { items, ...rest } = await read({
          shard: run.shard,
          first: run.readTo + 1n,
          last: INT64_MAX,
          limit: limitOf(missing - ahead) + (run.hasMalformed ? REFILL : 0),
        });
        return { ...rest, shard: run.shard, items: [...run.items, ...items] };
      }),
    );
    page = mergeRuns([{ items: near.items, readTo: undefined }, ...runs]);
  }
  return page;
};

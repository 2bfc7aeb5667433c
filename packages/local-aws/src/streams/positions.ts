import type { Checkpoints } from './checkpoints.ts';
import type { EventSourceMapping } from './event-source-mappings.ts';
import type { TableStream } from './table-stream.ts';

/** The position in each shard. */
export interface Positions {
  /** The last sequence number that was handled; undefined at the shard's beginning. */
  readonly find: (shardId: string) => string | undefined;
  readonly save: (shardId: string, sequenceNumber: string) => void;
}

/**
 * Opens the positions of a mapping in a table's stream. A mapping without one begins where its
 * template says.
 * @param created when the table was created
 */
export const openPositions = async (
  mapping: EventSourceMapping,
  stream: TableStream,
  created: string,
  checkpoints: Checkpoints,
): Promise<Positions> => {
  const { name, tableName, startsAtLatest } = mapping;
  let shards = checkpoints.find(name, created)?.shards;
  const save = (reached: Record<string, string>): void => {
    shards = reached;
    checkpoints.save(name, { tableName, created, shards });
  };
  if (shards === undefined) {
    const first: Record<string, string> = {};
    for (const { id } of await stream.shards()) {
      first[id] = startsAtLatest ? await stream.findEnd(id) : '';
    }
    // Stored before the first request: the function gets all later changes, even if it takes none
    // in this run.
    save(first);
  }
  return {
    find: (shardId) => shards?.[shardId] || undefined,
    save: (shardId, sequenceNumber) => save({ ...shards, [shardId]: sequenceNumber }),
  };
};

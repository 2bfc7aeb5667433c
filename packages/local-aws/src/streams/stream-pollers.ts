import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { clientConfig, type OpenedEngine } from '../dynamodb/open-engine.ts';
import type { Invoke } from '../lambda/invocation.ts';
import { withinTime } from '../lambda/time-limit.ts';
import { firstLine } from '../startup-error.ts';
import { openCheckpoints } from './checkpoints.ts';
import type { EventSourceMapping } from './event-source-mappings.ts';
import { openPositions } from './positions.ts';
import { createShardReader } from './shard-reader.ts';
import { createTableStream, type Shard } from './table-stream.ts';

/** How long a batch under way may take once the server closes, in ms: as long as a request. */
const CLOSE_LIMIT_MS = 400;

/** Runs the event source mappings of a stack. */
export interface StreamPollers {
  /** Waits up to 400 ms for batches under way. A batch that takes longer is repeated at the next start. */
  readonly close: () => Promise<void>;
}

/** The pollers' settings besides the mappings. */
export interface StreamPollerOptions {
  readonly invoke: Invoke;
  /** Gets a line for each mapping that is left out. */
  readonly note: (line: string) => void;
  /** Gets a line for each batch that is given up, and when a stream cannot be read. */
  readonly log: (line: string) => void;
}

/**
 * Invokes functions with the changes of tables, as Lambda's event source mappings do. It goes on
 * where the data folder's last server stopped. A mapping whose table has no stream in this engine
 * is left out, and named in a line.
 * @throws StartupError if the data folder's checkpoints cannot be read
 */
export const startStreamPollers = async (
  engine: OpenedEngine,
  mappings: readonly EventSourceMapping[],
  { invoke, note, log }: StreamPollerOptions,
): Promise<StreamPollers> => {
  const stopping = new AbortController();
  const client = new DynamoDBClient(clientConfig(engine));
  const streams = new DynamoDBStreamsClient(clientConfig(engine));
  const checkpoints = openCheckpoints(
    engine.dataDir,
    mappings.map(({ name }) => name),
  );
  const running: Promise<void>[] = [];
  for (const mapping of mappings) {
    try {
      const { Table } = await client.send(
        new DescribeTableCommand({ TableName: mapping.tableName }),
      );
      if (Table?.LatestStreamArn === undefined) throw new Error('its table has no stream');
      const stream = createTableStream(streams, Table.LatestStreamArn, mapping.batchSize);
      const created = Table.CreationDateTime?.toISOString() ?? '';
      const positions = await openPositions(mapping, stream, created, checkpoints);
      const read = createShardReader(mapping, stream, positions, {
        invoke,
        log,
        signal: stopping.signal,
      });
      running.push(readShards(await stream.shards(), read));
    } catch (error) {
      note(
        `Not emulated, left out: the event source mapping ${mapping.name} (${firstLine(error)}; the engine is ${engine.description})`,
      );
    }
  }
  return {
    close: async () => {
      stopping.abort();
      await withinTime(Promise.all(running), CLOSE_LIMIT_MS);
      client.destroy();
      streams.destroy();
    },
  };
};

/** Reads all shards, each after its parent. */
const readShards = async (
  first: readonly Shard[],
  read: (shardId: string) => Promise<readonly Shard[]>,
): Promise<void> => {
  const isFirst = ({ parentId }: Shard) => !first.some(({ id }) => id === parentId);
  const readFamily = async ({ id }: Shard): Promise<void> => {
    const children = (await read(id)).filter(({ parentId }) => parentId === id);
    await Promise.all(children.map(readFamily));
  };
  await Promise.all(first.filter(isFirst).map(readFamily));
};

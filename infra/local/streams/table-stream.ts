import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  type _Record,
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import { COMMAND_TIMEOUTS } from '../../command-line/command-timeouts.ts';
import { clientConfig, type OpenedEngine } from '../engine/open-engine.ts';

/** The streams of tables, over the engine's API. */
export interface TableStreams {
  /** @throws Error if the table has no stream in this engine */
  readonly arnOf: (tableName: string) => Promise<string>;
  /** The ids of a stream's shards, the oldest first. A table of this size has one that takes records. */
  readonly shardsOf: (streamArn: string) => Promise<readonly string[]>;
  /** Opens an iterator after a record, or at the shard's beginning. */
  readonly open: (
    streamArn: string,
    shardId: string,
    after: string | undefined,
  ) => Promise<string | undefined>;
  /** `next` is undefined at the end of a shard that has ended. */
  readonly read: (
    iterator: string,
    limit: number,
  ) => Promise<{ readonly records: readonly _Record[]; readonly next: string | undefined }>;
  readonly close: () => void;
}

/** Opens the streams of an engine's tables. */
export const openTableStreams = (engine: Omit<OpenedEngine, 'close'>): TableStreams => {
  const tables = new DynamoDBClient({ ...clientConfig(engine), ...COMMAND_TIMEOUTS });
  const streams = new DynamoDBStreamsClient({ ...clientConfig(engine), ...COMMAND_TIMEOUTS });
  const openAtStart = async (StreamArn: string, ShardId: string) => {
    const ShardIteratorType = 'TRIM_HORIZON';
    const command = new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType });
    return (await streams.send(command)).ShardIterator;
  };
  return {
    arnOf: async (TableName) => {
      const { Table } = await tables.send(new DescribeTableCommand({ TableName }));
      if (Table?.LatestStreamArn === undefined) throw new Error('the table has no stream');
      return Table.LatestStreamArn;
    },
    shardsOf: async (StreamArn) => {
      const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
      return (StreamDescription?.Shards ?? []).map(({ ShardId = '' }) => ShardId);
    },
    open: async (StreamArn, ShardId, SequenceNumber) => {
      if (SequenceNumber === undefined) return openAtStart(StreamArn, ShardId);
      const ShardIteratorType = 'AFTER_SEQUENCE_NUMBER';
      try {
        const command = new GetShardIteratorCommand({
          StreamArn,
          ShardId,
          SequenceNumber,
          ShardIteratorType,
        });
        return (await streams.send(command)).ShardIterator;
      } catch (error) {
        // That record is older than a day.
        if (!(error instanceof TrimmedDataAccessException)) throw error;
        return openAtStart(StreamArn, ShardId);
      }
    },
    read: async (ShardIterator, Limit) => {
      const command = new GetRecordsCommand({ ShardIterator, Limit });
      const { Records: records = [], NextShardIterator: next } = await streams.send(command);
      return { records, next };
    },
    close: () => {
      tables.destroy();
      streams.destroy();
    },
  };
};

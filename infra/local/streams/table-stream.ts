import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type GetShardIteratorCommandInput,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import { COMMAND_TIMEOUTS } from '../../command-line/command-timeouts.ts';
import { clientConfig, type OpenedEngine } from '../engine/open-engine.ts';

/** The streams of an engine's tables, over its API. */
export type TableStreams = ReturnType<typeof openTableStreams>;

/** Opens the streams of an engine's tables. */
export const openTableStreams = (engine: Omit<OpenedEngine, 'close'>) => {
  const tables = new DynamoDBClient({ ...clientConfig(engine), ...COMMAND_TIMEOUTS });
  const streams = new DynamoDBStreamsClient({ ...clientConfig(engine), ...COMMAND_TIMEOUTS });
  const iteratorAt = async (place: GetShardIteratorCommandInput): Promise<string | undefined> =>
    (await streams.send(new GetShardIteratorCommand(place))).ShardIterator;
  return {
    /** @throws Error if the table has no stream in this engine */
    arnOf: async (TableName: string): Promise<string> => {
      const { Table } = await tables.send(new DescribeTableCommand({ TableName }));
      if (Table?.LatestStreamArn === undefined) throw new Error('the table has no stream');
      return Table.LatestStreamArn;
    },
    /** The ids of a stream's shards, the oldest first. A table of this size has one that takes records. */
    shardsOf: async (StreamArn: string): Promise<readonly string[]> => {
      const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
      return (StreamDescription?.Shards ?? []).map(({ ShardId = '' }) => ShardId);
    },
    /** Opens an iterator after a record, or at the shard's beginning. */
    open: async (StreamArn: string, ShardId: string, SequenceNumber: string | undefined) => {
      const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const;
      if (SequenceNumber === undefined) return iteratorAt(start);
      const after = {
        ...start,
        SequenceNumber,
        ShardIteratorType: 'AFTER_SEQUENCE_NUMBER',
      } as const;
      return iteratorAt(after).catch((error: unknown) => {
        // That record is older than a day.
        if (error instanceof TrimmedDataAccessException) return iteratorAt(start);
        throw error;
      });
    },
    /** `next` is undefined at the end of a shard that has ended. */
    read: async (ShardIterator: string, Limit: number) => {
      const command = new GetRecordsCommand({ ShardIterator, Limit });
      const { Records: records = [], NextShardIterator: next } = await streams.send(command);
      return { records, next };
    },
    close: (): void => {
      tables.destroy();
      streams.destroy();
    },
  };
};

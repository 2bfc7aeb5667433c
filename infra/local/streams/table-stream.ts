import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  type _Record,
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import { COMMAND_TIMEOUTS } from '../../command-line/command-timeouts.ts';
import { clientConfig, localClient, type OpenedEngine } from '../engine/open-engine.ts';
import type { Checkpoint } from './checkpoints.ts';

/** Records of one shard; none if no more are there yet. */
export interface StreamRead {
  readonly streamArn: string;
  readonly shardId: string;
  readonly records: readonly _Record[];
}

/** The streams of an engine's tables, over its API. */
export const openTableStreams = (engine: Omit<OpenedEngine, 'close'>) => {
  const tables = localClient(engine, COMMAND_TIMEOUTS);
  const streams = new DynamoDBStreamsClient({ ...clientConfig(engine), ...COMMAND_TIMEOUTS });

  const open = async (
    StreamArn: string,
    ShardId: string,
    SequenceNumber: string | undefined,
  ): Promise<string | undefined> => {
    const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const;
    const after = { ...start, SequenceNumber, ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' } as const;
    const command = new GetShardIteratorCommand(SequenceNumber === undefined ? start : after);
    try {
      return (await streams.send(command)).ShardIterator;
    } catch (error) {
      // That record is older than a day.
      if (error instanceof TrimmedDataAccessException && SequenceNumber !== undefined) {
        return open(StreamArn, ShardId, undefined);
      }
      throw error;
    }
  };

  return {
    /**
     * Reads a table's stream after a checkpoint, or from its beginning, until all shards that it has now have ended.
     * @throws Error if the table has no stream, or the engine does not answer
     */
    read: async function* (
      TableName: string,
      reached: Checkpoint | undefined,
      Limit: number,
    ): AsyncGenerator<StreamRead> {
      const { Table } = await tables.send(new DescribeTableCommand({ TableName }));
      const streamArn = Table?.LatestStreamArn;
      if (streamArn === undefined) throw new Error('the table has no stream');
      const describe = new DescribeStreamCommand({ StreamArn: streamArn });
      const { StreamDescription } = await streams.send(describe);
      const shards = (StreamDescription?.Shards ?? []).map(({ ShardId = '' }) => ShardId);
      const last = reached?.streamArn === streamArn ? reached : undefined;
      const begun = last ? shards.indexOf(last.shardId) : 0;
      for (const shardId of shards.slice(Math.max(begun, 0))) {
        const after = shardId === last?.shardId ? last.sequenceNumber : undefined;
        let iterator = await open(streamArn, shardId, after);
        while (iterator !== undefined) {
          const command = new GetRecordsCommand({ ShardIterator: iterator, Limit });
          const { Records: records = [], NextShardIterator } = await streams.send(command);
          yield { streamArn, shardId, records };
          iterator = NextShardIterator;
        }
      }
    },
    close: (): void => {
      tables.destroy();
      streams.destroy();
    },
  };
};

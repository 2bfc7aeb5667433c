import { isDeepStrictEqual } from 'node:util';
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

/**
 * What functions read of a stream's record, as Lambda passes it on: Lambda Developer Guide, "Using AWS Lambda with Amazon
 * DynamoDB". Undefined for a write that changed nothing, which the embedded engine records, too.
 */
export const toChangeRecord = ({ dynamodb = {} }: _Record, eventSourceARN: string) => {
  const { OldImage, NewImage, ApproximateCreationDateTime: time } = dynamodb;
  if (OldImage !== undefined && isDeepStrictEqual(OldImage, NewImage)) return undefined;
  const ApproximateCreationDateTime = Math.floor((time?.getTime() ?? 0) / 1000);
  return { eventSourceARN, dynamodb: { ...dynamodb, ApproximateCreationDateTime } };
};

/** The streams of an engine's tables, over its API. */
export const openTableStreams = (engine: Omit<OpenedEngine, 'close'>) => {
  const tables = localClient(engine, COMMAND_TIMEOUTS);
  const streams = new DynamoDBStreamsClient({ ...clientConfig(engine), ...COMMAND_TIMEOUTS });

  const open = async (
    StreamArn: string,
    ShardId: string,
    SequenceNumber: string | undefined,
  ): Promise<string | undefined> => {
    const after = { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber } as const;
    const start = { ShardIteratorType: 'TRIM_HORIZON' } as const;
    const from = SequenceNumber === undefined ? start : after;
    try {
      const command = new GetShardIteratorCommand({ StreamArn, ShardId, ...from });
      return (await streams.send(command)).ShardIterator;
    } catch (error) {
      // That record is older than a day.
      const isTrimmed = error instanceof TrimmedDataAccessException && from === after;
      if (isTrimmed) return open(StreamArn, ShardId, undefined);
      throw error;
    }
  };

  return {
    /**
     * Reads a table's stream after a checkpoint, or from its beginning, until all shards that it has now have ended: at each
     * step some records of one shard, or none if no more are there yet.
     * @throws Error if the table has no stream, or the engine does not answer
     */
    read: async function* (TableName: string, reached: Checkpoint | undefined, Limit: number) {
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

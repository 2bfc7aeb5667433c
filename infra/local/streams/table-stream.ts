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
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { COMMAND_TIMEOUTS } from '../../command-line/command-timeouts.ts';
import type { StreamPattern } from '../../stacks/stream-sources.ts';
import type { Engine } from '../engine/embedded-dynamodb.ts';
import { clientConfig } from '../engine/open-engine.ts';
import { createTable } from '../engine/tables.ts';

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

/** Whether a value matches the pattern of a filter. Lambda Developer Guide, "Control which events Lambda sends to your function". */
export const matchesFilter = (value: unknown, pattern: StreamPattern): boolean =>
  Array.isArray(pattern)
    ? pattern.includes(value)
    : Object.entries(pattern).every(([name, part]) => matchesFilter(Object(value)[name], part));

/** How far a reader has read a table's stream. */
const Checkpoint = z.object({
  /** The reader. */
  name: z.string(),
  /** Names the stream: those of an earlier table do not count. */
  streamArn: z.string(),
  shardId: z.string(),
  sequenceNumber: z.string(),
});

/** It is beside the streams, so that a copy of the database has the checkpoints of its time: a start with it reads on where it was. */
const CHECKPOINTS = { TableName: 'pet-store-local-checkpoints' };

/** The streams of an engine's tables, over its API. `client` is for its tables. */
export const openTableStreams = async (engine: Engine, client: DynamoDBDocumentClient) => {
  await createTable(client, CHECKPOINTS.TableName, { key: { name: 'S' } });
  const streams = new DynamoDBStreamsClient({ ...clientConfig(engine), ...COMMAND_TIMEOUTS });

  const openAfter = async (StreamArn: string, ShardId: string, SequenceNumber?: string) => {
    const shard = { StreamArn, ShardId };
    const start = new GetShardIteratorCommand({ ...shard, ShardIteratorType: 'TRIM_HORIZON' });
    if (SequenceNumber === undefined) return streams.send(start);
    const after = { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber } as const;
    return streams.send(new GetShardIteratorCommand({ ...shard, ...after })).catch((error) => {
      // That record is older than a day.
      if (error instanceof TrimmedDataAccessException) return streams.send(start);
      throw error;
    });
  };

  return {
    /**
     * Reads a table's stream after the reader's checkpoint, or from its beginning, until all shards that it has now have ended:
     * at each step some records of one shard, or none if no more are there yet.
     * @throws Error if the table has no stream, or the engine does not answer
     */
    read: async function* (reader: string, TableName: string, Limit: number) {
      const find = new GetCommand({ ...CHECKPOINTS, Key: { name: reader }, ConsistentRead: true });
      const reached = Checkpoint.optional().parse((await client.send(find)).Item);
      const { Table } = await client.send(new DescribeTableCommand({ TableName }));
      const streamArn = Table?.LatestStreamArn;
      if (streamArn === undefined) throw new Error('the table has no stream');
      const describe = new DescribeStreamCommand({ StreamArn: streamArn });
      const { StreamDescription } = await streams.send(describe);
      const shards = (StreamDescription?.Shards ?? []).map(({ ShardId = '' }) => ShardId);
      const last = reached?.streamArn === streamArn ? reached : undefined;
      const begun = last ? shards.indexOf(last.shardId) : 0;
      for (const shardId of shards.slice(Math.max(begun, 0))) {
        const after = shardId === last?.shardId ? last.sequenceNumber : undefined;
        let { ShardIterator: iterator } = await openAfter(streamArn, shardId, after);
        while (iterator !== undefined) {
          const command = new GetRecordsCommand({ ShardIterator: iterator, Limit });
          const { Records: records = [], NextShardIterator } = await streams.send(command);
          yield { streamArn, shardId, records };
          iterator = NextShardIterator;
        }
      }
    },
    /** Keeps the last record that a reader has taken. */
    save: (Item: z.infer<typeof Checkpoint>) =>
      client.send(new PutCommand({ ...CHECKPOINTS, Item })),
    close: (): void => streams.destroy(),
  };
};

import { setTimeout } from 'node:timers/promises';
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
import { firstLine } from '../command-line/errors.ts';
import { CLOSE_LIMIT_MS, withinTime } from '../command-line/time-limit.ts';
import type { StreamPattern, StreamSources } from '../stacks/stream-sources.ts';
import type { Engine } from './engine/embedded-dynamodb.ts';
import { clientConfig } from './engine/shared-engine.ts';
import { createTable, localTableName } from './engine/tables.ts';
import type { Invoke } from './gateway/functions.ts';

/** Lambda reads a shard four times a second. After ten seconds without a record it is once: a laptop has better things to do. */
const POLL_MS = 250;
const IDLE_READS = 40;

/** The longest wait before a batch or a read is repeated, in ms. */
const MAX_WAIT_MS = 10_000;

/** How far a reader has read a table's stream. */
const Checkpoint = z.object({
  /** The reader. */
  name: z.string(),
  /** Names the stream: those of an earlier table do not count. */
  streamArn: z.string(),
  shardId: z.string(),
  /** The last record that the reader has taken; undefined before the first of the shard. */
  sequenceNumber: z.string().optional(),
});
type Checkpoint = z.infer<typeof Checkpoint>;

/** It is beside the streams, so that a copy of the database has the checkpoints of its time: a start with it reads on where it was. */
const CHECKPOINTS = { TableName: 'pet-store-local-checkpoints' };

export interface StreamPollerOptions {
  readonly engine: Engine;
  /** Reads the engine's tables. */
  readonly client: DynamoDBDocumentClient;
  /** What invokes which function. */
  readonly sources: Readonly<Record<string, StreamSources>>;
  readonly invoke: Invoke;
  /** Gets a line when a stream cannot be passed on. */
  readonly log: (line: string) => void;
}

/**
 * Invokes functions with the changes of tables, as Lambda's event source mappings do, from where the engine's last server
 * stopped. A batch that fails comes again until it succeeds.
 * @returns what stops it. It waits up to 400 ms for batches under way. One that takes longer comes again at the next start.
 */
export const startStreamPollers = async (options: StreamPollerOptions) => {
  const { engine, client, sources, invoke, log } = options;
  await createTable(client, CHECKPOINTS.TableName, { key: { name: 'S' } });
  const streams = new DynamoDBStreamsClient(clientConfig(engine));
  const stopping = new AbortController();
  const { signal } = stopping;
  /** A pause keeps no process alive, and ends when the server closes. */
  const wait = (ms: number) => setTimeout(ms, undefined, { ref: false, signal }).catch(() => {});

  /** The shards that a table's stream has now, from where the reader is. @throws Error if the table has no stream */
  const findShards = async (name: string, TableName: string): Promise<readonly Checkpoint[]> => {
    const find = new GetCommand({ ...CHECKPOINTS, Key: { name }, ConsistentRead: true });
    const last = Checkpoint.optional().parse((await client.send(find)).Item);
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    const streamArn = Table?.LatestStreamArn;
    if (streamArn === undefined) throw new Error('the table has no stream');
    const describe = new DescribeStreamCommand({ StreamArn: streamArn });
    const { Shards = [] } = (await streams.send(describe)).StreamDescription ?? {};
    const all = Shards.map(({ ShardId: shardId = '' }) => ({ name, streamArn, shardId }));
    if (last?.streamArn !== streamArn) return all;
    const at = all.findIndex(({ shardId }) => shardId === last.shardId);
    return at < 0 ? all : [last, ...all.slice(at + 1)];
  };

  const openShard = async (shard: Checkpoint): Promise<string | undefined> => {
    const { streamArn: StreamArn, shardId: ShardId, sequenceNumber: SequenceNumber } = shard;
    const ShardIteratorType = SequenceNumber ? 'AFTER_SEQUENCE_NUMBER' : 'TRIM_HORIZON';
    const place = { StreamArn, ShardId, ShardIteratorType, SequenceNumber } as const;
    try {
      return (await streams.send(new GetShardIteratorCommand(place))).ShardIterator;
    } catch (error) {
      if (!SequenceNumber || !(error instanceof TrimmedDataAccessException)) throw error;
      // That record is older than a day.
      return openShard({ ...shard, sequenceNumber: undefined });
    }
  };

  /** Follows the stream of one table until the signal. It never rejects. */
  const follow = async (
    functionName: string,
    [table, filter]: StreamSources['tables'][number],
    Limit: number,
  ): Promise<void> => {
    const name = `${functionName} of ${table}`;
    const tableName = localTableName(table);
    for (let failures = 0; !signal.aborted; ) {
      try {
        for (const shard of await findShards(name, tableName)) {
          let ShardIterator = await openShard(shard);
          for (let idle = 0; ShardIterator !== undefined; idle += 1) {
            const read = new GetRecordsCommand({ ShardIterator, Limit });
            const { Records: records = [], NextShardIterator } = await streams.send(read);
            const Records = records
              .flatMap((record) => toChangeRecord(record, shard.streamArn) ?? [])
              .filter((record) => !filter || matchesFilter(record, filter));
            if (Records.length > 0) await invoke(functionName, { Records });
            failures = 0;
            const sequenceNumber = records.at(-1)?.dynamodb?.SequenceNumber;
            if (sequenceNumber !== undefined) {
              const Item = { ...shard, sequenceNumber };
              await client.send(new PutCommand({ ...CHECKPOINTS, Item }));
            }
            if (records.length > 0) idle = 0;
            if (records.length < Limit) await wait(idle < IDLE_READS ? POLL_MS : 4 * POLL_MS);
            if (signal.aborted) return;
            ShardIterator = NextShardIterator;
          }
        }
        await wait(POLL_MS);
      } catch (error) {
        // The engine is gone once the server closes.
        if (signal.aborted) return;
        // An iterator may expire, and an engine may be restarted, so all is opened again.
        if (failures === 0)
          log(`The stream of ${tableName} is not passed on (${firstLine(error)}): trying again`);
        await wait(Math.min(POLL_MS * 2 ** failures, MAX_WAIT_MS));
        failures += 1;
      }
    }
  };

  const running = Object.entries(sources).flatMap(([functionName, { tables, batchSize }]) =>
    tables.map((source) => follow(functionName, source, batchSize)),
  );
  return async () => {
    stopping.abort();
    await withinTime(Promise.all(running), CLOSE_LIMIT_MS);
    streams.destroy();
  };
};

/**
 * What functions read of a stream's record, as Lambda passes it on: Lambda Developer Guide, "Using AWS Lambda with Amazon
 * DynamoDB". Undefined for a write that changed nothing, which the embedded engine records, too.
 */
const toChangeRecord = ({ dynamodb = {} }: _Record, eventSourceARN: string) => {
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

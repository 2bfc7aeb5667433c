import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { type LambdaClient, ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda';
import { type TableName, tableNames } from '../../../lib/storage/tables.ts';
import { RECORD_EVENTS_SOURCES, WAKE_WEBHOOKS_SOURCES } from '../../stacks/stream-sources.ts';
import type { Fact } from './fact.ts';

/** The sequence numbers at the beginning of each shard of a stream. */
const readStream = async (client: DynamoDBStreamsClient, StreamArn: string | undefined) => {
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }));
  const numbers: (string | undefined)[] = [];
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const;
    const { ShardIterator } = await client.send(new GetShardIteratorCommand(start));
    const { Records = [] } = await client.send(
      new GetRecordsCommand({ ShardIterator, Limit: 100 }),
    );
    numbers.push(...Records.map(({ dynamodb }) => dynamodb?.SequenceNumber));
  }
  return numbers;
};

/** Where a table with a stream is. */
interface StreamPlace {
  readonly dynamoDb: DynamoDBClient;
  readonly streams: DynamoDBStreamsClient;
  readonly table: string;
}

/** By this an event is recorded once. If nothing was written for a day, there is nothing to compare. */
export const STREAM_FACT: Fact<StreamPlace> = {
  name: 'A stream that is read again has the same sequence numbers, one for each change',
  source: 'DynamoDB API Reference, "StreamRecord": SequenceNumber',
  expected: 'the same, one for each change',
  see: async ({ dynamoDb, streams, table: TableName }) => {
    const { Table } = await dynamoDb.send(new DescribeTableCommand({ TableName }));
    const first = await readStream(streams, Table?.LatestStreamArn);
    const again = new Set(await readStream(streams, Table?.LatestStreamArn));
    const same = first.every((number) => again.has(number)) ? 'the same' : 'others';
    return `${same}, ${new Set(first).size === first.length ? 'one for each change' : 'some twice'}`;
  },
};

/** Where the tables of a stage and their mappings are. */
interface MappingPlace {
  readonly dynamoDb: DynamoDBClient;
  readonly lambda: LambdaClient;
  readonly table: (name: TableName) => string;
}

const SOURCES = { recordEvents: RECORD_EVENTS_SOURCES, wakeWebhooks: WAKE_WEBHOOKS_SOURCES };

/** A table that was restored has a new stream or none, and a mapping may be disabled: then nothing fails, and nothing is recorded. */
export const MAPPING_FACTS: readonly Fact<MappingPlace>[] = Object.entries(SOURCES).flatMap(
  ([name, { tables }]) =>
    tableNames()
      .filter((source) => source in tables)
      .map((source) => ({
        name: `Changes of ${source} invoke ${name}`,
        source: 'RUNBOOK.md, “Recording is late”',
        expected: 'Enabled',
        see: async ({ dynamoDb, lambda, table }) => {
          const describe = new DescribeTableCommand({ TableName: table(source) });
          const EventSourceArn = (await dynamoDb.send(describe)).Table?.LatestStreamArn;
          if (EventSourceArn === undefined) return 'the table has no stream';
          const list = new ListEventSourceMappingsCommand({ EventSourceArn });
          const { EventSourceMappings: all = [] } = await lambda.send(list);
          const found = all.find(({ FunctionArn = '' }) =>
            FunctionArn.includes(`-${name}Function`),
          );
          if (found === undefined) return 'its latest stream has no such mapping';
          const { State = 'no state', LastProcessingResult: last = '' } = found;
          return last.startsWith('PROBLEM') ? `${State}, ${last}` : State;
        },
      })),
);

import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
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

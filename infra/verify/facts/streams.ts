import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  CreateTableCommand,
  DeleteTableCommand,
  type DynamoDBClient,
  PutItemCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { Fact } from './fact.ts';

/** Where a table with a stream may be created for a moment. */
export interface StreamPlace {
  readonly client: DynamoDBClient;
  readonly streams: DynamoDBStreamsClient;
  /** What the table's name begins with. */
  readonly prefix: string;
}

const WRITES = 3;

/** The time until a table exists, and until its stream shows a write. */
const TIMEOUT_SECONDS = 120;

/** All sequence numbers of a stream from its beginning. A page may be empty, so it asks until it has all. */
const readStream = async (
  streams: DynamoDBStreamsClient,
  StreamArn: string | undefined,
): Promise<readonly string[]> => {
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const deadline = Date.now() + TIMEOUT_SECONDS * 1000;
  const numbers: string[] = [];
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    let { ShardIterator } = await streams.send(
      new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
    );
    while (ShardIterator !== undefined && numbers.length < WRITES && Date.now() < deadline) {
      const { Records = [], NextShardIterator } = await streams.send(
        new GetRecordsCommand({ ShardIterator }),
      );
      numbers.push(...Records.map(({ dynamodb }) => String(dynamodb?.SequenceNumber)));
      ShardIterator = NextShardIterator;
      if (Records.length === 0) await setTimeout(500);
    }
  }
  return numbers.sort();
};

/** Our assumptions about streams. The check creates a table for this, and deletes it. */
export const STREAM_FACT: Fact<StreamPlace> = {
  name: 'A stream that is read again has the same sequence numbers, one for each write',
  source: 'DynamoDB API Reference, "StreamRecord": SequenceNumber',
  expected: `${WRITES} records, the same`,
  see: async ({ client, streams, prefix }) => {
    const TableName = `${prefix}-verify-${randomUUID()}`;
    const { TableDescription } = await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
      }),
    );
    await waitUntilTableExists(
      { client, minDelay: 1, maxDelay: 2, maxWaitTime: TIMEOUT_SECONDS },
      { TableName },
    );
    try {
      for (let id = 1; id <= WRITES; id += 1) {
        await client.send(new PutItemCommand({ TableName, Item: { id: { S: String(id) } } }));
      }
      const arn = TableDescription?.LatestStreamArn;
      const first = await readStream(streams, arn);
      const again = await readStream(streams, arn);
      const same = first.join() === again.join() && new Set(first).size === first.length;
      return `${first.length} records, ${same ? 'the same' : 'others'}`;
    } finally {
      await client.send(new DeleteTableCommand({ TableName }));
    }
  },
};

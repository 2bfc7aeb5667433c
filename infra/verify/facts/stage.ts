import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreams } from '@aws-sdk/client-dynamodb-streams';
import { type LambdaClient, ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda';
import { ListSubscriptionsByTopicCommand, type SNSClient } from '@aws-sdk/client-sns';
import { type TableName, tableDefinition, tableNames } from '../../../lib/storage/tables.ts';
import { RECORD_EVENTS_SOURCES, WAKE_WEBHOOKS_SOURCES } from '../../stacks/stream-sources.ts';
import type { Fact } from './fact.ts';

interface TablePlace {
  readonly dynamoDb: DynamoDBClient;
  readonly table: (name: TableName) => string;
}

/** Nobody gets mail about alarms until a person confirms the subscription. No deployment can do that. */
export const ALARM_SUBSCRIBER: Fact<{ readonly sns: SNSClient; readonly topic: string }> = {
  name: 'Somebody gets mail when an alarm turns on',
  source: 'Amazon SNS Developer Guide, "Confirm an Amazon SNS subscription"; docs/first-hour.md',
  expected: 'a confirmed subscriber',
  see: async ({ sns, topic: TopicArn }) => {
    const list = new ListSubscriptionsByTopicCommand({ TopicArn });
    const { Subscriptions: all = [] } = await sns.send(list);
    // A confirmed subscription has an ARN there; others have "PendingConfirmation" or "Deleted".
    return all.some(({ SubscriptionArn = '' }) => SubscriptionArn.startsWith('arn:'))
      ? 'a confirmed subscriber'
      : `nobody: ${all.length} subscriptions are not confirmed`;
  },
};

/** The latest stream of a table, unless it was switched off. */
const streamOf = async (dynamoDb: DynamoDBClient, TableName: string) => {
  const { Table } = await dynamoDb.send(new DescribeTableCommand({ TableName }));
  return Table?.StreamSpecification?.StreamEnabled ? Table.LatestStreamArn : undefined;
};

const NEW_STREAM = 'docs/restoring.md, “A table without its stream”';
const INVOKED = { recordEvents: RECORD_EVENTS_SOURCES, wakeWebhooks: WAKE_WEBHOOKS_SOURCES };

/** A table that was restored has a new stream or none, and a mapping may be disabled: then nothing fails, and nothing is recorded. */
export const MAPPING_FACTS = Object.entries(INVOKED).flatMap(([name, { tables }]) =>
  tableNames()
    .filter((source) => source in tables)
    .map(
      (source): Fact<TablePlace & { readonly lambda: LambdaClient }> => ({
        name: `Changes of ${source} invoke ${name}`,
        source: 'RUNBOOK.md, “Recording is late”',
        expected: 'Enabled',
        see: async ({ dynamoDb, lambda, table }) => {
          const EventSourceArn = await streamOf(dynamoDb, table(source));
          if (EventSourceArn === undefined) {
            return `no stream: aws dynamodb update-table --table-name ${table(source)} --stream-specification StreamEnabled=true,StreamViewType=${tableDefinition(source).stream}, then ${NEW_STREAM}`;
          }
          const list = new ListEventSourceMappingsCommand({ EventSourceArn });
          const { EventSourceMappings: all = [] } = await lambda.send(list);
          const found = all.find((each) => each.FunctionArn?.includes(`-${name}Function`));
          if (found === undefined) return `its latest stream does not invoke it: ${NEW_STREAM}`;
          const { State = 'no state', LastProcessingResult: last = '', UUID } = found;
          if (last.startsWith('PROBLEM')) return `${State}, ${last}`;
          const enable = `aws lambda update-event-source-mapping --enabled --uuid ${UUID}`;
          return State === 'Disabled' ? `Disabled: ${enable}` : State;
        },
      }),
    ),
);

/** The sequence numbers at the beginning of each shard of a stream. */
const readStream = async (client: DynamoDBStreams, StreamArn: string | undefined) => {
  const { StreamDescription } = await client.describeStream({ StreamArn });
  const numbers: (string | undefined)[] = [];
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const;
    const { ShardIterator } = await client.getShardIterator(start);
    const { Records = [] } = await client.getRecords({ ShardIterator, Limit: 100 });
    numbers.push(...Records.map(({ dynamodb }) => dynamodb?.SequenceNumber));
  }
  return numbers;
};

/** By this an event is recorded once. If nothing was written for a day, there is nothing to compare. */
export const STREAM_FACT: Fact<TablePlace & { readonly streams: DynamoDBStreams }> = {
  name: 'A stream that is read again has the same sequence numbers, one for each change',
  source: 'DynamoDB API Reference, "StreamRecord": SequenceNumber',
  expected: 'the same, one for each change',
  see: async ({ dynamoDb, streams, table }) => {
    const stream = await streamOf(dynamoDb, table('pets'));
    const first = await readStream(streams, stream);
    const again = new Set(await readStream(streams, stream));
    const same = first.every((number) => again.has(number)) ? 'the same' : 'others';
    return `${same}, ${new Set(first).size === first.length ? 'one for each change' : 'some twice'}`;
  },
};

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { STREAM_FACT } from '../../infra/verify/facts/streams.ts';
import { openEngine } from '../support/engine.ts';

test('the fact about streams holds on this engine', async () => {
  const engine = await openEngine();
  const table = engine.tables.pets;
  for (const id of [1n, 2n, 3n]) {
    await engine.client.send(new PutCommand({ TableName: table, Item: { kind: 'pet', id } }));
  }
  const { accessKeyId, secretAccessKey } = await engine.client.config.credentials();
  const settings = {
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey },
  };
  const dynamoDb = new DynamoDBClient(settings);
  const streams = new DynamoDBStreamsClient(settings);
  expect(await STREAM_FACT.see({ dynamoDb, streams, table })).toBe(STREAM_FACT.expected);
  for (const client of [dynamoDb, streams]) client.destroy();
  await engine.close();
});

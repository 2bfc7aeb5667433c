import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { expect, test } from '@jest/globals';
import { STREAM_FACT } from '../../infra/verify/facts/streams.ts';
import { openEngine } from '../support/engine.ts';

test('the fact about streams holds on this engine, and leaves no table', async () => {
  const engine = await openEngine();
  const { accessKeyId, secretAccessKey } = await engine.client.config.credentials();
  const settings = {
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey },
  };
  const client = new DynamoDBClient(settings);
  const streams = new DynamoDBStreamsClient(settings);
  const tables = async () => (await client.send(new ListTablesCommand())).TableNames?.sort();
  const before = await tables();
  expect(await STREAM_FACT.see({ client, streams, prefix: 'stage' })).toBe(STREAM_FACT.expected);
  expect(await tables()).toEqual(before);
  client.destroy();
  streams.destroy();
  await engine.close();
});

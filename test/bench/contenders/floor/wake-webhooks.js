import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { webhookKey, webhookUpdate } from '../webhooks.js';

const client = new DynamoDBClient({});
const lambda = new LambdaClient({});

/** Whether somebody has to be invoked for it. */
const wake = async ({ accountId, id }) => {
  const update = webhookUpdate(webhookKey(accountId.S, id.S), {
    set: { due: { S: 'due' }, dueAt: { N: String(Date.now() + 30_000) } },
    condition:
      '#status = :enabled AND attribute_not_exists(lease) AND attribute_not_exists(failing)',
    names: { '#status': 'status' },
    values: { ':enabled': { S: 'enabled' } },
  });
  try {
    await client.send(new UpdateItemCommand(update));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

const wakeLog = async (log) => {
  const { Items } = await client.send(
    new QueryCommand({
      TableName: process.env.WEBHOOKS_TABLE,
      IndexName: 'byLog',
      KeyConditionExpression: '#log = :log',
      ExpressionAttributeNames: { '#log': 'log' },
      ExpressionAttributeValues: { ':log': log },
    }),
  );
  await Promise.all(
    Items.map(async (item) => {
      if (!(await wake(item))) return;
      await lambda.send(
        new InvokeCommand({
          FunctionName: process.env.DELIVER_WEBHOOK,
          InvocationType: 'Event',
          Payload: JSON.stringify({ accountId: item.accountId.S, id: item.id.S }),
        }),
      );
    }),
  );
};

/** The floor: what nobody can do without. It wakes the webhooks of logs that have something new. */
export const handler = async ({ Records }) => {
  await Promise.all(Records.map(({ dynamodb }) => wakeLog(dynamodb.Keys.log)));
};

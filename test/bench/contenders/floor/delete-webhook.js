import { DynamoDBClient, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { answer } from '../answer.js';
import { countWebhook, keyOf } from '../webhooks.js';

const client = new DynamoDBClient({});

/** The floor: what nobody can do without. */
export const handler = async (event) => {
  const key = keyOf(event);
  await client.send(
    new TransactWriteItemsCommand({
      TransactItems: [
        {
          Delete: {
            TableName: process.env.WEBHOOKS_TABLE,
            Key: key,
            ConditionExpression: 'accountId = :account',
            ExpressionAttributeValues: { ':account': key.accountId },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
        {
          Delete: { TableName: process.env.WEBHOOK_SECRETS_TABLE, Key: { webhookId: key.id } },
        },
        countWebhook(key.accountId.S, -1),
      ],
    }),
  );
  return answer(204);
};

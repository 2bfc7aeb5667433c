import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { answer } from '../answer.js';
import { toWebhook } from '../webhooks.js';

const client = new DynamoDBClient({});

/** The floor: what nobody can do without. */
export const handler = async ({ requestContext }) => {
  const { Items } = await client.send(
    new QueryCommand({
      TableName: process.env.WEBHOOKS_TABLE,
      KeyConditionExpression: 'accountId = :account AND begins_with(id, :prefix)',
      ExpressionAttributeValues: {
        ':account': { S: requestContext.authorizer.accountId },
        ':prefix': { S: 'whk_' },
      },
      ConsistentRead: true,
    }),
  );
  return answer(200, Items.map(toWebhook));
};

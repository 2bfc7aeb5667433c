import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { answer } from '../answer.js';
import { toPet } from '../storage.js';

const client = new DynamoDBClient({});

/** The floor: what nobody can do without. */
export const handler = async (event) => {
  const limit = Number(event.queryStringParameters?.limit ?? 20);
  const { Items } = await client.send(
    new QueryCommand({
      TableName: process.env.PETS_TABLE,
      KeyConditionExpression: 'kind = :kind AND id > :after',
      ExpressionAttributeValues: { ':kind': { S: 'pet' }, ':after': { N: '0' } },
      ConsistentRead: true,
      Limit: limit + 1,
    }),
  );
  return answer(200, Items.slice(0, limit).map(toPet));
};

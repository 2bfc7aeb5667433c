import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { answer } from '../answer.js';

const client = new DynamoDBClient({});

/** The floor: what nobody can do without. */
export const handler = async (event) => {
  const limit = Number(event.queryStringParameters?.limit ?? 20);
  const { Items } = await client.send(
    new QueryCommand({
      TableName: process.env.CATEGORIES_TABLE,
      KeyConditionExpression: 'kind = :kind AND id > :after',
      ExpressionAttributeValues: {
        ':kind': { S: 'category' },
        ':after': { N: '-9223372036854775809' },
      },
      ConsistentRead: true,
      Limit: limit + 1,
    }),
  );
  const categories = Items.slice(0, limit).map(({ id, name }) => ({
    id: Number(id.N),
    name: name.S,
  }));
  return answer(200, categories);
};

import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { answer } from '../answer.js';
import { accountOf, toOrder } from '../orders.js';

const client = new DynamoDBClient({});

/** The floor: what nobody can do without. */
export const handler = async (event) => {
  const limit = Number(event.queryStringParameters?.limit ?? 20);
  const { Items } = await client.send(
    new QueryCommand({
      TableName: process.env.ORDERS_TABLE,
      KeyConditionExpression: 'accountId = :account AND id < :after',
      ExpressionAttributeValues: {
        ':account': { S: accountOf(event) },
        ':after': { N: '9223372036854775807' },
      },
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: limit + 1,
    }),
  );
  return answer(200, Items.slice(0, limit).map(toOrder));
};

import { DynamoDBClient, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { answer } from '../answer.js';
import { toPet } from '../storage.js';

const client = new DynamoDBClient({});
const TableName = process.env.EVENTS_TABLE;

const toEvent = ({ position, type, createdAt, data }) => ({
  position: Number(position.N),
  createdAt: createdAt.S,
  type: type.S,
  data: toPet(data.M),
});

/** The floor: what nobody can do without. */
export const handler = async (event) => {
  const limit = Number(event.queryStringParameters?.limit ?? 20);
  await client.send(
    new GetItemCommand({
      TableName,
      Key: { log: { S: 'pets' }, position: { N: '0' } },
      ConsistentRead: true,
    }),
  );
  const { Items } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: '#log = :log AND #position >= :first',
      ExpressionAttributeNames: { '#log': 'log', '#position': 'position' },
      ExpressionAttributeValues: { ':log': { S: 'pets' }, ':first': { N: '1' } },
      ConsistentRead: true,
      Limit: limit,
    }),
  );
  return answer(200, Items.map(toEvent));
};

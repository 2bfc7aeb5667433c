import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { answer } from '../answer.js';

const client = new DynamoDBClient({});

/** The floor: what nobody can do without. */
export const handler = async ({ pathParameters }) => {
  const { Item } = await client.send(
    new GetItemCommand({
      TableName: process.env.CATEGORIES_TABLE,
      Key: { kind: { S: 'category' }, id: { N: pathParameters.categoryId } },
      ConsistentRead: true,
    }),
  );
  return Item
    ? answer(200, { id: Number(Item.id.N), name: Item.name.S })
    : answer(404, { message: 'No category has this id' });
};

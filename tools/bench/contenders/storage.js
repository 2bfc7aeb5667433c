import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';

/** The storage of every contender but the service: the SDK's client with its defaults, made at init as AWS recommends. */

const { PETS_TABLE, COUNTERS_TABLE } = process.env;

const client = new DynamoDBClient({});

const petKey = (id) => ({
  shard: { N: String(Math.floor(id / 128) % 16) },
  id: { N: String(id) },
});

const toPet = ({ id, name, categoryId, status }) => ({
  id: Number(id.N),
  name: name.S,
  categoryId: Number(categoryId.N),
  status: status.S,
});

export const getPet = async (id) => {
  const { Item } = await client.send(
    new GetItemCommand({ TableName: PETS_TABLE, Key: petKey(id), ConsistentRead: true }),
  );
  return Item && toPet(Item);
};

export const createPet = async ({ name, categoryId, status = 'available' }) => {
  const { Attributes } = await client.send(
    new UpdateItemCommand({
      TableName: COUNTERS_TABLE,
      Key: { name: { S: 'pets' } },
      UpdateExpression: 'ADD #value :one',
      ExpressionAttributeNames: { '#value': 'value' },
      ExpressionAttributeValues: { ':one': { N: '1' } },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  const id = Number(Attributes.value.N);
  await client.send(
    new PutItemCommand({
      TableName: PETS_TABLE,
      Item: {
        ...petKey(id),
        name: { S: name },
        categoryId: { N: String(categoryId) },
        status: { S: status },
      },
      ConditionExpression: 'attribute_not_exists(id)',
    }),
  );
  return { id, name, categoryId, status };
};

export const listPets = async (limit) => {
  const { Items } = await client.send(
    new QueryCommand({
      TableName: PETS_TABLE,
      KeyConditionExpression: '#shard = :shard AND id > :after',
      ExpressionAttributeNames: { '#shard': 'shard' },
      ExpressionAttributeValues: { ':shard': { N: '0' }, ':after': { N: '0' } },
      ConsistentRead: true,
      Limit: limit + 1,
    }),
  );
  return Items.slice(0, limit).map(toPet);
};

import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';

/**
 * What every contender but the service itself stores pets with: the SDK's bare client, as it comes.
 */

const { PETS_TABLE, COUNTERS_TABLE, MESSAGES_TABLE, API_KEYS_TABLE } = process.env;

/** The client is made at init, as AWS tells to. */
export const openGetPet = () => {
  const client = new DynamoDBClient({});
  return async (id) => {
    const { Item } = await client.send(
      new GetItemCommand({
        TableName: PETS_TABLE,
        Key: { kind: { S: 'pet' }, id: { N: String(id) } },
        ConsistentRead: true,
      }),
    );
    return Item && toPet(Item);
  };
};

const toPet = ({ id, name, categoryId, status }) => ({
  id: Number(id.N),
  name: name.S,
  categoryId: Number(categoryId.N),
  status: status.S,
});

export const openListPets = () => {
  const client = new DynamoDBClient({});
  return async (limit) => {
    const { Items } = await client.send(
      new QueryCommand({
        TableName: PETS_TABLE,
        KeyConditionExpression: 'kind = :kind AND id > :after',
        ExpressionAttributeValues: { ':kind': { S: 'pet' }, ':after': { N: '0' } },
        ConsistentRead: true,
        Limit: limit + 1,
      }),
    );
    return Items.slice(0, limit).map(toPet);
  };
};

export const openCreateMessage = () => {
  const client = new DynamoDBClient({});
  return async ({ id, message, status, createdAt }) => {
    await client.send(
      new PutItemCommand({
        TableName: MESSAGES_TABLE,
        Item: {
          id: { S: id },
          message: { S: message },
          status: { S: status },
          createdAt: { S: createdAt },
          expiresAt: { N: String(Math.floor(Date.now() / 1000) + 2_592_000) },
        },
      }),
    );
  };
};

export const openFindKey = () => {
  const client = new DynamoDBClient({});
  return async (keyHash) => {
    const { Item } = await client.send(
      new GetItemCommand({
        TableName: API_KEYS_TABLE,
        Key: { keyHash: { S: keyHash } },
        ConsistentRead: true,
      }),
    );
    return Item;
  };
};

export const openCreatePet = () => {
  const client = new DynamoDBClient({});
  return async ({ name, categoryId, status = 'available' }) => {
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
          kind: { S: 'pet' },
          id: { N: String(id) },
          name: { S: name },
          categoryId: { N: String(categoryId) },
          status: { S: status },
        },
        ConditionExpression: 'attribute_not_exists(id)',
      }),
    );
    return { id, name, categoryId, status };
  };
};

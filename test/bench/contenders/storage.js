import { randomBytes } from 'node:crypto';
import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';

/**
 * The storage of every contender but the service, and what the floor's jobs share: the SDK's client
 * with its defaults.
 */

const { PETS_TABLE, COUNTERS_TABLE } = process.env;

/** The client is made at init, as AWS recommends. */
export const openGetPet = () => {
  const client = new DynamoDBClient({});
  return async (id) => {
    const { Item } = await client.send(
      new GetItemCommand({ TableName: PETS_TABLE, Key: petKey(id), ConsistentRead: true }),
    );
    return Item && toPet(Item);
  };
};

export const openCreatePet = () => {
  const client = new DynamoDBClient({});
  return async ({ name, categoryId, status = 'available' }) => {
    const id = await nextId(client, 'pets');
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
};

export const nextId = async (client, counter) => {
  const { Attributes } = await client.send(
    new UpdateItemCommand({
      TableName: COUNTERS_TABLE,
      Key: { name: { S: counter } },
      UpdateExpression: 'ADD #value :one',
      ExpressionAttributeNames: { '#value': 'value' },
      ExpressionAttributeValues: { ':one': { N: '1' } },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return Number(Attributes.value.N);
};

export const petKey = (id) => ({ kind: { S: 'pet' }, id: { N: String(id) } });

export const toPet = ({ id, name, categoryId, status }) => ({
  id: Number(id.N),
  name: name.S,
  categoryId: Number(categoryId.N),
  status: status.S,
});

export const newRevision = () => ({ S: randomBytes(12).toString('base64url') });

const STATUSES = ['available', 'pending', 'sold'];

/** An UpdateItem that changes a pet's status; `further` is the end of its UpdateExpression. */
export const statusChange = (id, status, further, ConditionExpression, values) => ({
  TableName: PETS_TABLE,
  Key: petKey(id),
  UpdateExpression: `SET #status = :status, statusId = :statusId, revision = :revision${further}`,
  ConditionExpression,
  ExpressionAttributeNames: { '#status': 'status' },
  ExpressionAttributeValues: {
    ':status': { S: status },
    ':statusId': { N: String(BigInt(STATUSES.indexOf(status)) * 10n ** 19n + BigInt(id)) },
    ':revision': newRevision(),
    ...values,
  },
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
});

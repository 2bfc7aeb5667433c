import {
  DynamoDBClient,
  GetItemCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { answer } from '../answer.js';
import { accountOf, otherSide, toOrder } from '../orders.js';
import { nextId, petKey, statusChange } from '../storage.js';

const client = new DynamoDBClient({});

/** The floor: what nobody can do without. */
export const handler = async (event) => {
  const { petId } = JSON.parse(event.body);
  const accountId = { S: accountOf(event) };
  const [nextOrder, { Item: pet }] = await Promise.all([
    nextId(client, 'orders'),
    client.send(
      new GetItemCommand({
        TableName: process.env.PETS_TABLE,
        Key: petKey(petId),
        ConsistentRead: true,
        ProjectionExpression: 'accountId',
      }),
    ),
  ]);
  const id = { N: String(nextOrder) };
  const owner = pet?.accountId ?? accountId;
  const now = { S: new Date().toISOString() };
  const order = {
    accountId,
    id,
    petId: { N: String(petId) },
    status: { S: 'placed' },
    createdAt: now,
    updatedAt: now,
    ...(owner.S === accountId.S
      ? { role: { S: 'owner' } }
      : { role: { S: 'customer' }, otherAccountId: owner }),
  };
  const putSide = (side) => ({
    Put: {
      TableName: process.env.ORDERS_TABLE,
      Item: { ...side, accountStatus: { S: `${side.accountId.S}#placed` } },
      ConditionExpression: 'attribute_not_exists(id)',
    },
  });
  await client.send(
    new TransactWriteItemsCommand({
      TransactItems: [
        ...[order, otherSide(order)].filter(Boolean).map(putSide),
        {
          Update: statusChange(
            petId,
            'pending',
            ', heldBy = :order',
            '#status = :available AND attribute_not_exists(heldBy) AND accountId = :owner',
            { ':order': id, ':available': { S: 'available' }, ':owner': owner },
          ),
        },
      ],
    }),
  );
  return answer(201, toOrder(order));
};

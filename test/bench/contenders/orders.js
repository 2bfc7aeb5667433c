import {
  DynamoDBClient,
  GetItemCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { answer } from './answer.js';
import { statusChange } from './storage.js';

/** What the floor's jobs on orders share. */

const { ORDERS_TABLE } = process.env;

export const accountOf = ({ requestContext }) => requestContext.authorizer.accountId;

export const getOrder = async (client, event) => {
  const { Item } = await client.send(
    new GetItemCommand({
      TableName: ORDERS_TABLE,
      Key: { accountId: { S: accountOf(event) }, id: { N: event.pathParameters.orderId } },
      ConsistentRead: true,
    }),
  );
  return Item && toOrder(Item);
};

export const toOrder = ({ id, petId, status, createdAt, updatedAt }) => ({
  id: Number(id.N),
  petId: Number(petId.N),
  status: status.S,
  createdAt: createdAt.S,
  updatedAt: updatedAt.S,
});

/** Closes an order, and gives its pet another status. */
export const closeOrder = (status, petStatus) => {
  const client = new DynamoDBClient({});
  return async (event) => {
    const order = await getOrder(client, event);
    if (order?.status !== 'placed') return answer(404, { message: 'No open order has this id' });
    const accountId = accountOf(event);
    const id = { N: String(order.id) };
    const updatedAt = new Date().toISOString();
    await client.send(
      new TransactWriteItemsCommand({
        TransactItems: [
          {
            Update: {
              TableName: ORDERS_TABLE,
              Key: { accountId: { S: accountId }, id },
              UpdateExpression:
                'SET #status = :status, updatedAt = :updatedAt, accountStatus = :accountStatus',
              ConditionExpression: '#status = :placed',
              ExpressionAttributeNames: { '#status': 'status' },
              ExpressionAttributeValues: {
                ':status': { S: status },
                ':updatedAt': { S: updatedAt },
                ':accountStatus': { S: `${accountId}#${status}` },
                ':placed': { S: 'placed' },
              },
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
          {
            Update: statusChange(order.petId, petStatus, ' REMOVE heldBy', 'heldBy = :order', {
              ':order': id,
            }),
          },
        ],
      }),
    );
    return answer(200, { ...order, status, updatedAt });
  };
};

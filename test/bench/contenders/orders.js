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

export const getSide = async (client, event) => {
  const { Item } = await client.send(
    new GetItemCommand({
      TableName: ORDERS_TABLE,
      Key: { accountId: { S: accountOf(event) }, id: { N: event.pathParameters.orderId } },
      ConsistentRead: true,
    }),
  );
  return Item;
};

/** An order is stored for its customer and for the owner of its pet; once if that is one account. */
export const otherSide = ({ accountId, otherAccountId, role, ...order }) =>
  otherAccountId && {
    ...order,
    role: { S: role.S === 'owner' ? 'customer' : 'owner' },
    accountId: otherAccountId,
    otherAccountId: accountId,
  };

export const toOrder = ({ id, petId, status, role, createdAt, updatedAt }) => ({
  id: Number(id.N),
  petId: Number(petId.N),
  status: status.S,
  role: role.S,
  createdAt: createdAt.S,
  updatedAt: updatedAt.S,
});

/** Closes an order, and gives its pet another status. */
export const closeOrder = (status, petStatus) => {
  const client = new DynamoDBClient({});
  return async (event) => {
    const side = await getSide(client, event);
    if (side?.status.S !== 'placed') return answer(404, { message: 'No open order has this id' });
    if (status === 'completed' && side.role.S === 'customer')
      return answer(403, { message: 'Only the owner of the pet completes it' });
    const order = toOrder(side);
    const { id } = side;
    const updatedAt = new Date().toISOString();
    const closeSide = ({ accountId }) => ({
      Update: {
        TableName: ORDERS_TABLE,
        Key: { accountId, id },
        UpdateExpression:
          'SET #status = :status, updatedAt = :updatedAt, accountStatus = :accountStatus',
        ConditionExpression: '#status = :placed',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':status': { S: status },
          ':updatedAt': { S: updatedAt },
          ':accountStatus': { S: `${accountId.S}#${status}` },
          ':placed': { S: 'placed' },
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    });
    await client.send(
      new TransactWriteItemsCommand({
        TransactItems: [
          ...[side, otherSide(side)].filter(Boolean).map(closeSide),
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

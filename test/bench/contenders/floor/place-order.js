import { DynamoDBClient, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { answer } from '../answer.js';
import { accountOf, toOrder } from '../orders.js';
import { nextId, statusChange } from '../storage.js';

const client = new DynamoDBClient({});

/** The floor: what nobody can do without. */
export const handler = async (event) => {
  const { petId } = JSON.parse(event.body);
  const accountId = accountOf(event);
  const id = { N: String(await nextId(client, 'orders')) };
  const now = { S: new Date().toISOString() };
  const Item = {
    accountId: { S: accountId },
    id,
    petId: { N: String(petId) },
    status: { S: 'placed' },
    createdAt: now,
    updatedAt: now,
    accountStatus: { S: `${accountId}#placed` },
  };
  await client.send(
    new TransactWriteItemsCommand({
      TransactItems: [
        {
          Put: {
            TableName: process.env.ORDERS_TABLE,
            Item,
            ConditionExpression: 'attribute_not_exists(id)',
          },
        },
        {
          Update: statusChange(
            petId,
            'pending',
            ', heldBy = :order',
            '#status = :available AND attribute_not_exists(heldBy)',
            { ':order': id, ':available': { S: 'available' } },
          ),
        },
      ],
    }),
  );
  return answer(201, toOrder(Item));
};

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { answer } from '../answer.js';
import { getOrder } from '../orders.js';

const client = new DynamoDBClient({});

/** The floor: what nobody can do without. */
export const handler = async (event) => {
  const order = await getOrder(client, event);
  return order ? answer(200, order) : answer(404, { message: 'No order has this id' });
};

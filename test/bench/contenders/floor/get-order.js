import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { answer } from '../answer.js';
import { getSide, toOrder } from '../orders.js';

const client = new DynamoDBClient({});

/** The floor: what nobody can do without. */
export const handler = async (event) => {
  const side = await getSide(client, event);
  return side ? answer(200, toOrder(side)) : answer(404, { message: 'No order has this id' });
};

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { answer } from '../answer.js';
import { getStored, keyOf, toWebhook } from '../webhooks.js';

const client = new DynamoDBClient({});

/** The floor: what nobody can do without. */
export const handler = async (event) => {
  const item = await getStored(client, keyOf(event));
  return item ? answer(200, toWebhook(item)) : answer(404, { message: 'No webhook has this id' });
};

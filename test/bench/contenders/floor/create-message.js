import { randomUUID } from 'node:crypto';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { answer } from '../answer.js';

const client = new DynamoDBClient({});

/** The floor: what nobody can do without. */
export const handler = async (event) => {
  const { message } = JSON.parse(event.body);
  const now = new Date();
  const created = {
    id: `msg_${randomUUID()}`,
    message,
    status: 'queued',
    createdAt: now.toISOString(),
  };
  await client.send(
    new PutItemCommand({
      TableName: process.env.MESSAGES_TABLE,
      Item: {
        id: { S: created.id },
        message: { S: message },
        status: { S: created.status },
        createdAt: { S: created.createdAt },
        expiresAt: { N: String(Math.floor(now.getTime() / 1000) + 2_592_000) },
      },
    }),
  );
  return answer(202, created);
};

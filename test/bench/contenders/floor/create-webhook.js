import { DynamoDBClient, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { answer } from '../answer.js';
import { newRevision } from '../storage.js';
import {
  countWebhook,
  enabledAttributes,
  getHead,
  logOf,
  newId,
  pendingOf,
  toWebhook,
  webhookKey,
} from '../webhooks.js';

const client = new DynamoDBClient({});

/** The floor: what nobody can do without. */
export const handler = async ({ body, requestContext }) => {
  const { url, secret, about = 'pets' } = JSON.parse(body);
  const { accountId } = requestContext.authorizer;
  const head = await getHead(client, logOf(about, accountId));
  const delivered = head?.newest ?? { N: '0' };
  const now = new Date();
  const id = newId('whk');
  const item = {
    ...webhookKey(accountId, id),
    ...enabledAttributes(about, accountId, now.getTime()),
    url: { S: url },
    about: { S: about },
    status: { S: 'enabled' },
    delivered,
    createdAt: { S: now.toISOString() },
    enabledAt: { N: String(now.getTime()) },
    revision: newRevision(),
    pending: pendingOf(delivered.N, '[]'),
    asked: { BOOL: true },
  };
  await client.send(
    new TransactWriteItemsCommand({
      TransactItems: [
        { Put: { TableName: process.env.WEBHOOKS_TABLE, Item: item } },
        {
          Put: {
            TableName: process.env.WEBHOOK_SECRETS_TABLE,
            Item: { webhookId: { S: id }, secret: { S: secret } },
          },
        },
        countWebhook(accountId, 1),
      ],
    }),
  );
  return answer(201, toWebhook(item));
};

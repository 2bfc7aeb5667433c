import { DynamoDBClient, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { answer } from '../answer.js';
import { newRevision } from '../storage.js';
import {
  enabledAttributes,
  getHead,
  getStored,
  keyOf,
  logOf,
  toWebhook,
  webhookUpdate,
} from '../webhooks.js';

const client = new DynamoDBClient({});

/** The floor: what nobody can do without. It enables the webhook, from another position on. */
export const handler = async (event) => {
  const { status, delivered } = JSON.parse(event.body);
  const key = keyOf(event);
  const before = await getStored(client, key);
  const { about, revision } = before;
  const accountId = key.accountId.S;
  const head = await getHead(client, logOf(about.S, accountId));
  if (delivered > Number(head?.newest.N ?? 0))
    return answer(400, { message: 'The position is beyond the log' });
  const changes = {
    status: { S: status },
    delivered: { N: String(delivered) },
    revision: newRevision(),
    ...enabledAttributes(about.S, accountId, Date.now()),
    asked: { BOOL: true },
  };
  await client.send(
    new TransactWriteItemsCommand({
      TransactItems: [
        {
          Update: webhookUpdate(key, {
            set: changes,
            remove: ['pending', 'failing'],
            condition: 'accountId = :account AND revision IN (:before)',
            values: { ':account': key.accountId, ':before': revision },
          }),
        },
      ],
    }),
  );
  return answer(200, toWebhook({ ...before, ...changes }));
};

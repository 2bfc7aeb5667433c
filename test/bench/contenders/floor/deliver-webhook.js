import { createHmac, randomUUID } from 'node:crypto';
import { request } from 'node:https';
import { DynamoDBClient, QueryCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { newRevision, toPet } from '../storage.js';
import { getItem, getStored, logOf, pendingOf, webhookKey, webhookUpdate } from '../webhooks.js';

const client = new DynamoDBClient({});
const { ACCOUNTS_TABLE, EVENTS_TABLE, WEBHOOK_SECRETS_TABLE } = process.env;

const toEvent = ({ position, type, createdAt, data }) => ({
  type: type.S,
  data: toPet(data.M),
  createdAt: createdAt.S,
  position: Number(position.N),
});

/** The events after what was delivered. The one at the position itself proves that none is missing. */
const newEvents = async ({ about, accountId, delivered }) => {
  const { Items } = await client.send(
    new QueryCommand({
      TableName: EVENTS_TABLE,
      KeyConditionExpression: '#log = :log AND #position >= :first',
      ExpressionAttributeNames: { '#log': 'log', '#position': 'position' },
      ExpressionAttributeValues: {
        ':log': { S: logOf(about.S, accountId.S) },
        ':first': delivered,
      },
      ConsistentRead: true,
      Limit: 101,
    }),
  );
  return Items.map(toEvent).filter(({ position }) => position > Number(delivered.N));
};

const send = (url, id, body, secret) =>
  new Promise((resolve, reject) => {
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    };
    request(url, { method: 'POST', headers, agent: false }, (response) => {
      response.destroy();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end(body);
  });

const update = (key, changes) => client.send(new UpdateItemCommand(webhookUpdate(key, changes)));

/** Delivers what is new. Returns whether there was something. */
const step = async (key) => {
  const [webhook, account] = await Promise.all([
    getStored(client, key),
    getItem(client, ACCOUNTS_TABLE, { accountId: key.accountId }, 'accountId, closedAt'),
  ]);
  if (!account || account.closedAt || webhook?.status.S !== 'enabled') return false;
  const { revision, url } = webhook;
  const events = await newEvents(webhook);
  const unchanged = { condition: 'revision = :before', values: { ':before': revision } };
  if (events.length === 0) {
    await update(key, { remove: ['lease', 'due', 'dueAt', 'asked'], ...unchanged });
    return false;
  }
  const last = String(events.at(-1).position);
  const body = JSON.stringify(events);
  const pending = pendingOf(last, body);
  const until = { N: String(Date.now() + 30_000) };
  const token = { S: randomUUID() };
  await update(key, {
    set: { lease: { M: { token, until } }, pending, due: { S: 'due' }, dueAt: until },
    remove: ['asked'],
    ...unchanged,
  });
  const { secret } = await getItem(client, WEBHOOK_SECRETS_TABLE, { webhookId: key.id });
  const status = await send(url.S, pending.M.id.S, body, secret.S);
  if (status >= 300) throw new Error(`The receiver answers ${status}`);
  await update(key, {
    set: { delivered: { N: last }, revision: newRevision() },
    remove: ['lease', 'pending', 'failing', 'asked'],
    condition: '#lease.#token = :token',
    names: { '#token': 'token' },
    values: { ':token': token },
  });
  return true;
};

/** The floor: what nobody can do without. */
export const handler = async ({ accountId, id }) => {
  const key = webhookKey(accountId, id);
  while (await step(key));
};

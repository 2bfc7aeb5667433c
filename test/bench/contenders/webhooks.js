import { createHash, randomBytes } from 'node:crypto';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { newRevision } from './storage.js';

/** What the floor's jobs on webhooks share. */

const { EVENTS_TABLE, WEBHOOKS_TABLE } = process.env;

export const webhookKey = (accountId, id) => ({ accountId: { S: accountId }, id: { S: id } });

/** The key of a webhook that a request names. */
export const keyOf = ({ pathParameters, requestContext }) =>
  webhookKey(requestContext.authorizer.accountId, pathParameters.webhookId);

export const getItem = async (client, TableName, Key, ProjectionExpression) => {
  const { Item } = await client.send(
    new GetItemCommand({ TableName, Key, ConsistentRead: true, ProjectionExpression }),
  );
  return Item;
};

export const getStored = (client, key) => getItem(client, WEBHOOKS_TABLE, key);

export const logOf = (about, accountId) => (about === 'pets' ? 'pets' : `orders#${accountId}`);

/** The first item of a log, which says how far it goes. */
export const getHead = (client, log) =>
  getItem(client, EVENTS_TABLE, { log: { S: log }, position: { N: '0' } });

export const toWebhook = ({ id, url, about, types, status, delivered, createdAt }) => ({
  id: id.S,
  url: url.S,
  about: about.S,
  types: types?.L.map(({ S }) => S),
  status: status.S,
  delivered: Number(delivered.N),
  createdAt: createdAt.S,
});

/** The part of a transaction that counts an account's webhooks. */
export const countWebhook = (accountId, change) => ({
  Update: {
    TableName: WEBHOOKS_TABLE,
    Key: webhookKey(accountId, 'count'),
    UpdateExpression: 'ADD webhooks :change',
    ...(change > 0 && {
      ConditionExpression: 'attribute_not_exists(webhooks) OR webhooks < :most',
    }),
    ExpressionAttributeValues: {
      ':change': { N: String(change) },
      ...(change > 0 && { ':most': { N: '10' } }),
    },
  },
});

export const newId = (prefix) => `${prefix}_${randomBytes(8).toString('hex')}`;

/** A delivery to be sent: the service notes it before it sends it. */
export const pendingOf = (last, body) => ({
  M: {
    id: { S: newId('msg') },
    last: { N: last },
    digest: { S: createHash('sha256').update(body).digest('base64url') },
  },
});

/** Attributes by which indexes find an enabled webhook. */
export const enabledAttributes = (about, accountId, now) => ({
  log: { S: logOf(about, accountId) },
  due: { S: 'due' },
  dueAt: { N: String(now) },
});

/** An UpdateItem of a webhook that sets attributes, removes others, and gives it another `touched`. */
export const webhookUpdate = (key, { set = {}, remove = [], condition, names, values }) => {
  const entries = Object.entries({ ...set, touched: newRevision() });
  const changed = [...entries.map(([name]) => name), ...remove];
  const removed = remove.length > 0 ? ` REMOVE ${remove.map((name) => `#${name}`)}` : '';
  return {
    TableName: WEBHOOKS_TABLE,
    Key: key,
    UpdateExpression: `SET ${entries.map(([name]) => `#${name} = :${name}`)}${removed}`,
    ConditionExpression: condition,
    ExpressionAttributeNames: {
      ...Object.fromEntries(changed.map((name) => [`#${name}`, name])),
      ...names,
    },
    ExpressionAttributeValues: {
      ...Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
      ...values,
    },
  };
};

import { MOST_WEBHOOKS } from './webhook.ts';

/** The sort key of the item that counts an account's webhooks. No webhook has such an id. */
const COUNT_ID = 'count';

const updateOf = (table: string, accountId: string, change: 1 | -1) => ({
  TableName: table,
  Key: { accountId, id: COUNT_ID },
  UpdateExpression: 'ADD webhooks :change',
  ExpressionAttributeValues: { ':change': change },
});

/** The part of a transaction that counts a new webhook. Its condition fails if the account has as many as it may. */
export const countCreated = (table: string, accountId: string) => {
  const { ExpressionAttributeValues, ...update } = updateOf(table, accountId, 1);
  return {
    Update: {
      ...update,
      ConditionExpression: 'attribute_not_exists(webhooks) OR webhooks < :most',
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ':most': MOST_WEBHOOKS },
    },
  };
};

/** The part of a transaction that counts a webhook no longer. */
export const countDeleted = (table: string, accountId: string) => ({
  Update: updateOf(table, accountId, -1),
});

import type { ItemKey, Tables } from '../storage/tables.ts';
import { plus, updateExpression } from '../storage/update-expression.ts';
import { MOST_WEBHOOKS } from './webhook.ts';

/** The sort key of the item that counts an account's webhooks. No webhook has such an id. */
const COUNT_ID = 'count';

/** The part of a transaction that counts a new webhook. Its condition fails if the account has as many as it may. */
export const countCreated = ({ webhooks }: Tables<'webhooks'>, accountId: string) => ({
  Update: {
    TableName: webhooks,
    Key: { accountId, id: COUNT_ID } satisfies ItemKey<'webhooks'>,
    ...updateExpression(
      { webhooks: plus(1) },
      {
        ConditionExpression: 'attribute_not_exists(webhooks) OR webhooks < :most',
        ExpressionAttributeValues: { ':most': MOST_WEBHOOKS },
      },
    ),
  },
});

export const countDeleted = ({ webhooks }: Tables<'webhooks'>, accountId: string) => ({
  Update: {
    TableName: webhooks,
    Key: { accountId, id: COUNT_ID } satisfies ItemKey<'webhooks'>,
    ...updateExpression({ webhooks: plus(-1) }),
  },
});

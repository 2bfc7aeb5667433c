import type { ItemKey, Tables } from '../../lib/storage/tables.ts';
import { formerValueOf, updateExpression } from '../../lib/storage/update-expression.ts';

/** How long a secret signs after it was replaced: a day, in ms. */
const FORMER_MS = 24 * 60 * 60 * 1000;

/**
 * The part of a transaction that replaces a webhook's secret without reading it. Its condition fails if the webhook has
 * this secret already: then the former one must stay.
 */
export const replaceSecret = (
  { webhookSecrets }: Tables<'webhookSecrets'>,
  webhookId: string,
  secret: string,
  now: Date,
) => ({
  Update: {
    TableName: webhookSecrets,
    Key: { webhookId } satisfies ItemKey<'webhookSecrets'>,
    ...updateExpression(
      { secret, former: formerValueOf('secret'), formerUntil: now.getTime() + FORMER_MS },
      { ConditionExpression: '#secret <> :secret' },
    ),
  },
});

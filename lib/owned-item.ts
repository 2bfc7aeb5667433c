import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { IfMatch } from './http/if-match.ts';
import { RequestError } from './request-error.ts';

/** What an item has that belongs to an account and has entity tags. */
export const ownedMembers = { accountId: z.string(), revision: z.string() };

export const OwnedItem = z.object(ownedMembers);
export type OwnedItem = z.infer<typeof OwnedItem>;

/** Who changes an item, and which of its states they may change. */
export interface Change {
  readonly accountId: string;
  readonly ifMatch: IfMatch | undefined;
}

/**
 * The condition of a change: the item is there, it belongs to the account, and it is in one of the
 * states. Where it does not hold, `checkChange` says why from the item as it was.
 */
export const changeCondition = ({ accountId, ifMatch }: Change) => {
  const owned = {
    ConditionExpression: 'accountId = :account',
    ExpressionAttributeValues: { ':account': accountId },
  };
  if (ifMatch === undefined || ifMatch === '*') return owned;
  // No item has an empty revision.
  const revisions = (ifMatch.length > 0 ? ifMatch : ['']).map(
    (revision, index) => [`:revision${index}`, revision] as const,
  );
  return {
    ConditionExpression: `${owned.ConditionExpression} AND revision IN (${revisions.map(([name]) => name)})`,
    ExpressionAttributeValues: {
      ...owned.ExpressionAttributeValues,
      ...Object.fromEntries(revisions),
    },
  };
};

/**
 * Does what `changeCondition` does with an item that is at hand.
 * @param item undefined if there is none
 * @param notFound the code if there is none
 * @throws RequestError `not_owner` or `precondition_failed`, in this order
 */
export const checkChange = (
  item: OwnedItem | undefined,
  { accountId, ifMatch }: Change,
  notFound: ErrorCode,
): void => {
  if (item === undefined) throw new RequestError(notFound);
  if (item.accountId !== accountId) throw new RequestError('not_owner');
  if (ifMatch && ifMatch !== '*' && !ifMatch.includes(item.revision)) {
    throw new RequestError('precondition_failed');
  }
};

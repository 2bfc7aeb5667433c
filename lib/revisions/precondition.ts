import * as z from 'zod/mini';
import type { ErrorCode } from '../errors/errors.ts';
import { RequestError } from '../errors/request-error.ts';
import { allOf, type Condition } from '../storage/update-expression.ts';
import type { EntityTags } from './entity-tags.ts';

/** The members of an item that belongs to an account and has entity tags. */
export const ownedMembers = { accountId: z.string(), revision: z.string() };

export const OwnedItem = z.object(ownedMembers);
export type OwnedItem = z.infer<typeof OwnedItem>;

/** The account that an item must belong to, and the states that it may be in, for a write to take effect. */
export interface Precondition {
  readonly accountId: string;
  readonly ifMatch: EntityTags | undefined;
}

/** Where it does not hold, `checkPrecondition` finds the reason in the item as it was. */
export const preconditionExpression = ({ accountId, ifMatch }: Precondition): Condition => {
  const owned = {
    ConditionExpression: 'accountId = :account',
    ExpressionAttributeValues: { ':account': accountId },
  };
  if (ifMatch === undefined || ifMatch === '*') return owned;
  // No item has an empty revision.
  const revisions = (ifMatch.length > 0 ? ifMatch : ['']).map(
    (revision, index) => [`:revision${index}`, revision] as const,
  );
  return allOf(owned, {
    ConditionExpression: `revision IN (${revisions.map(([name]) => name)})`,
    ExpressionAttributeValues: Object.fromEntries(revisions),
  });
};

/**
 * Checks a precondition against an item that was read.
 * @param item undefined if it does not exist
 * @param notFound the code for that
 * @throws RequestError `not_owner` or `precondition_failed`, in this order
 */
export const checkPrecondition = (
  item: OwnedItem | undefined,
  { accountId, ifMatch }: Precondition,
  notFound: ErrorCode,
): void => {
  if (item === undefined) throw new RequestError(notFound);
  if (item.accountId !== accountId) throw new RequestError('not_owner');
  if (ifMatch && ifMatch !== '*' && !ifMatch.includes(item.revision)) {
    throw new RequestError('precondition_failed');
  }
};

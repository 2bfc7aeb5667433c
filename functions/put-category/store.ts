import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import {
  CATEGORY_KEY_ATTRIBUTES,
  type CategoryItem,
  categoryKey,
} from '../../lib/categories/stored-category.ts';
import { readItem, UNSURE, WATCHED, watchAttempts } from '../../lib/dynamodb.ts';
import { type Change, changeCondition, checkChange, ownedMembers } from '../../lib/owned-item.ts';
import { RequestError } from '../../lib/request-error.ts';
import { newRevision } from '../../lib/revision.ts';
import { setAttributes } from '../../lib/set-attributes.ts';
import { StorageTimeoutError } from '../../lib/storage-errors.ts';
import { parseItem } from '../../lib/stored-item.ts';
import type { NewCategory } from './contract.ts';

/** Who puts a category, and when. */
export interface Put extends Change {
  /** Whether there must be one with this id already, or must not; undefined if both will do. */
  readonly mustExist: boolean | undefined;
}

/**
 * Creates a category, or changes it. One round trip.
 * @returns the category as it is then, and whether it is new
 * @throws RequestError `not_owner` or `precondition_failed`, in this order
 * @throws MalformedItemError if nobody can say whose category it is
 * @throws the errors of `lib/storage-errors.ts`
 */
export type PutCategory = (
  id: bigint,
  input: NewCategory,
  put: Put,
) => Promise<{ readonly category: CategoryItem; readonly isNew: boolean }>;

/** `firstRevision` stays as long as the category does: it shows which request created it. */
const Written = z.object({ ...ownedMembers, firstRevision: z.string() });

/** Builds putCategory over the `categories` table. */
export const buildPutCategory =
  (client: DynamoDBDocumentClient, table: string): PutCategory =>
  async (id, { name }, put) => {
    const revision = newRevision();
    const written = { name, accountId: put.accountId, revision };
    const category = { id, ...written };
    const location = { table, keyAttributes: CATEGORY_KEY_ATTRIBUTES };
    const update = setAttributes(written);
    const condition = conditionOf(put);
    const command = new UpdateCommand({
      TableName: table,
      Key: categoryKey(id),
      ...update,
      UpdateExpression: `${update.UpdateExpression}, firstRevision = if_not_exists(firstRevision, :revision)`,
      ConditionExpression: condition.ConditionExpression,
      ExpressionAttributeValues: {
        ...condition.ExpressionAttributeValues,
        ...update.ExpressionAttributeValues,
      },
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    // Without a tag it would take effect twice, with the change of another client in between.
    const { isUnsure, middleware } = watchAttempts(put.ifMatch !== undefined);
    command.middlewareStack.add(middleware, WATCHED);
    try {
      const { Attributes = {} } = await client.send(command);
      return {
        category,
        isNew: parseItem(Written, Attributes, location).firstRevision === revision,
      };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const item = error.Item && parseItem(Written, readItem(error.Item), location);
      // Its first sending did it: the SDK sent it again because the answer was lost.
      if (item?.revision === revision) return { category, isNew: false };
      // Or its first sending did it, and another client has changed or deleted the category since.
      if (isUnsure()) throw new StorageTimeoutError(UNSURE, { cause: error });
      checkChange(item, put, 'precondition_failed');
      throw new RequestError('precondition_failed', EXISTS);
    }
  };

const EXISTS =
  'There is a category with this id already. Leave If-None-Match out to change it, or choose another id.';

const conditionOf = ({
  mustExist,
  ...change
}: Put): Partial<ReturnType<typeof changeCondition>> => {
  if (mustExist === false) return { ConditionExpression: 'attribute_not_exists(id)' };
  const condition = changeCondition(change);
  if (mustExist) return condition;
  return {
    ...condition,
    ConditionExpression: `attribute_not_exists(id) OR ${condition.ConditionExpression}`,
  };
};

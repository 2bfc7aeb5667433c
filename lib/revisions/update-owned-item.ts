import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ErrorCode } from '../errors/errors.ts';
import { StorageTimeoutError } from '../errors/storage-errors.ts';
import { readItem, UNSURE, WATCHED, watchAttempts } from '../storage/document-client.ts';
import { parseItem } from '../storage/parse-item.ts';
import type { ItemKey, ItemLocation, TableName } from '../storage/tables.ts';
import type { Condition, updateExpression } from '../storage/update-expression.ts';
import type { Schema } from '../values/schema.ts';
import { checkPrecondition, type OwnedItem, type Precondition } from './precondition.ts';

interface OwnedItemUpdate<Name extends TableName, Item> {
  readonly location: ItemLocation<Name>;
  readonly key: ItemKey<Name>;
  /** With `precondition` in its condition. Without changes it is a condition alone. */
  readonly update: Condition | ReturnType<typeof updateExpression>;
  readonly schema: Schema<Item>;
  readonly precondition: Precondition;
  /** The item's revision after the update. */
  readonly revision: string;
  /** The code if there is no item. */
  readonly notFound: ErrorCode;
}

/**
 * Updates an item under a condition. One round trip.
 * @returns the item as it is then; undefined if the condition did not hold, and `checkPrecondition` finds no reason
 * @throws RequestError `notFound`, `not_owner` or `precondition_failed`, in this order
 * @throws MalformedItemError if what is stored does not have the schema
 */
export const updateOwnedItem = async <Name extends TableName, Item extends OwnedItem>(
  client: DynamoDBDocumentClient,
  { location, key, update, schema, precondition, revision, notFound }: OwnedItemUpdate<Name, Item>,
): Promise<Item | undefined> => {
  const command = new UpdateCommand({
    TableName: location.table,
    Key: key,
    ...update,
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  // Without a tag it would take effect twice, with the change of another client in between.
  const { isUnsure, middleware } = watchAttempts(Array.isArray(precondition.ifMatch));
  command.middlewareStack.add(middleware, WATCHED);
  try {
    const { Attributes = {} } = await client.send(command);
    return parseItem(schema, Attributes, location);
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const item = error.Item && parseItem(schema, readItem(error.Item), location);
    // Its first sending did it: the SDK sent it again because the answer was lost.
    if (item?.revision === revision) return item;
    // Or its first sending did it, and another client has changed or deleted the item since.
    if (isUnsure()) throw new StorageTimeoutError(UNSURE, { cause: error });
    checkPrecondition(item, precondition, notFound);
    return undefined;
  }
};

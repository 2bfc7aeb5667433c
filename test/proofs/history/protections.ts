import type { Edit } from '../../support/project-copy.ts';
import type { KindName } from './stages.ts';

/**
 * A protection of the service. Without it clients would see what no order of events explains.
 * @param kind of run that shows when it is missing
 * @param edits that remove it
 */
const protection = (what: string, kind: KindName, ...edits: readonly Edit[]) => ({
  what,
  kind,
  edits,
});
export type Protection = ReturnType<typeof protection>;

const PRECONDITION = 'lib/revisions/precondition.ts';
const CLOSE_ORDER = 'lib/orders/close-order.ts';
const DELETE_PET = 'functions/delete-pet/store.ts';
const UPDATE_OWNED_ITEM = 'lib/revisions/update-owned-item.ts';

/** Conditions become true for every item: DynamoDB refuses values that no expression uses. */
export const PROTECTIONS: Readonly<Record<string, Protection>> = {
  'if-match': protection('a change takes effect only in a state that If-Match names', 'none', [
    PRECONDITION,
    "if (ifMatch === undefined || ifMatch === '*') return owned;",
    'if (ifMatch === undefined || accountId) return owned;',
  ]),
  owner: protection('only its account changes a pet or a category', 'none', [
    PRECONDITION,
    "ConditionExpression: 'accountId = :account'",
    "ConditionExpression: '(accountId = :account OR attribute_exists(accountId))'",
  ]),
  'if-none-match': protection('If-None-Match: * creates and never changes', 'none', [
    'functions/put-category/store.ts',
    "return { ConditionExpression: 'attribute_not_exists(id)' }",
    "return { ConditionExpression: 'attribute_not_exists(id) OR attribute_exists(id)' }",
  ]),
  'one-holder': protection('an order takes a pet only if it is available', 'none', [
    'functions/place-order/store.ts',
    "{ status: 'available', heldBy: undefined, accountId: owner }",
    '{ accountId: owner }',
  ]),
  'no-holder': protection('a pet that an order holds is not deleted', 'none', [
    DELETE_PET,
    'attribute_not_exists(heldBy)',
    'attribute_exists(id)',
  ]),
  'status-while-held': protection('a pet that an order holds keeps its status', 'none', [
    'functions/update-pet/store.ts',
    '(attribute_not_exists(heldBy) OR #status = :status)',
    'attribute_exists(id)',
  ]),
  'other-side': protection('both sides of an order change', 'none', [
    CLOSE_ORDER,
    '...(other && { other: closeSide(other) }),',
    '',
  ]),
  'only-owner': protection('only the owner completes an order', 'none', [
    CLOSE_ORDER,
    "order.role === 'customer') throw",
    "order.role === 'customer' && Math.random() > 2) throw",
  ]),
  'order-and-pet': protection(
    'an order and its pet change in one transaction',
    'faults',
    [CLOSE_ORDER, 'const failed = await transact(client, {', 'const failed = await apart({'],
    [
      CLOSE_ORDER,
      '    const changes = {',
      `    const apart = async (parts: any): Promise<any> => {
      for (const [name, part] of Object.entries<any>(parts)) {
        const failed = await transact(client, { [name]: part });
        if (failed) return failed;
      }
      return undefined;
    };
    const changes = {`,
    ],
  ),
  'idempotency-key': protection('a key creates once', 'none', [
    'lib/idempotency/create-once.ts',
    "'attribute_not_exists(id) OR expiresAt <= :now OR",
    "'attribute_not_exists(id) OR attribute_exists(id) OR expiresAt <= :now OR",
  ]),
  'new-revision': protection('no state has the tag of another', 'none', [
    'lib/revisions/revision.ts',
    "randomBytes(12).toString('base64url')",
    'String(Number(randomBytes(1)[0]) % 4)',
  ]),
  'consistent-get': protection(
    'pets, orders and categories are read strongly consistent by their ids',
    'faults',
    ['lib/storage/get-item.ts', '      ConsistentRead: true,\n', ''],
  ),
  'consistent-ids': protection('listPets with ids reads strongly consistent', 'faults', [
    'functions/list-pets/store.ts',
    ', ConsistentRead: true',
    '',
  ]),
  'own-revision': protection(
    'after a lost answer, a failed condition is compared with what this request wrote',
    'faults',
    [UPDATE_OWNED_ITEM, 'if (item?.revision === revision) return item;', ''],
    [UPDATE_OWNED_ITEM, 'if (isUnsure()) throw', 'if (Math.random() > 2) throw'],
  ),
  unsure: protection(
    'after a lost answer, a failed condition that tells nothing is 504',
    'faults',
    [UPDATE_OWNED_ITEM, 'if (isUnsure()) throw', 'if (Math.random() > 2) throw'],
  ),
  'not-again': protection(
    'an update or a put without a tag is not sent again after a lost answer',
    'faults',
    [UPDATE_OWNED_ITEM, 'watchAttempts(Array.isArray(precondition.ifMatch))', 'watchAttempts()'],
  ),
  'delete-once': protection(
    'a delete is a transaction, which DynamoDB recognises when it is sent again',
    'faults',
    [DELETE_PET, 'await transact(client, {', 'await deleteAlone(client, {'],
    [
      DELETE_PET,
      "import { transact } from '../../lib/storage/transact.ts';",
      `import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { readItem } from '../../lib/storage/document-client.ts';

const deleteAlone = async (client: any, { item: { Delete } }: any) => {
  try {
    await client.send(new DeleteCommand(Delete));
    return undefined;
  } catch (error: any) {
    if (error.name !== 'ConditionalCheckFailedException') throw error;
    return { item: { item: error.Item && readItem(error.Item), unsure: false } };
  }
};`,
    ],
  ),
};

import type { KindName } from './stages.ts';

/** A protection of the service. Without it clients would see what no order of events explains. */
export interface Protection {
  readonly what: string;
  /** The kind of run that shows when it is missing. */
  readonly kind: KindName;
  /** The edits that remove it. */
  readonly edits: readonly {
    readonly path: string;
    readonly from: string;
    readonly to: string;
  }[];
}

const UPDATE_PET = 'functions/update-pet/store.ts';
const UPDATE_OWNED_ITEM = 'lib/revisions/update-owned-item.ts';
const PUT_CATEGORY = 'functions/put-category/store.ts';

/** Conditions become true for every item: DynamoDB refuses values that no expression uses. */
export const PROTECTIONS: Readonly<Record<string, Protection>> = {
  'if-match': {
    what: 'a change takes effect only in a state that If-Match names',
    kind: 'none',
    edits: [
      {
        path: 'lib/revisions/precondition.ts',
        from: "if (ifMatch === undefined || ifMatch === '*') return owned;",
        to: 'if (ifMatch === undefined || accountId) return owned;',
      },
    ],
  },
  owner: {
    what: 'only its account changes a pet or a category',
    kind: 'none',
    edits: [
      {
        path: 'lib/revisions/precondition.ts',
        from: "ConditionExpression: 'accountId = :account'",
        to: "ConditionExpression: '(accountId = :account OR attribute_exists(accountId))'",
      },
    ],
  },
  'if-none-match': {
    what: 'If-None-Match: * creates and never changes',
    kind: 'none',
    edits: [
      {
        path: PUT_CATEGORY,
        from: "return { ConditionExpression: 'attribute_not_exists(id)' }",
        to: "return { ConditionExpression: 'attribute_not_exists(id) OR attribute_exists(id)' }",
      },
    ],
  },
  'one-holder': {
    what: 'an order takes a pet only if it is available',
    kind: 'none',
    edits: [
      {
        path: 'lib/orders/hold-pet.ts',
        from: "expected: { status: 'available', heldBy: undefined, accountId: owner }",
        to: 'expected: { accountId: owner }',
      },
    ],
  },
  'no-holder': {
    what: 'a pet that an order holds is not deleted',
    kind: 'none',
    edits: [
      {
        path: 'functions/delete-pet/store.ts',
        from: ' AND attribute_not_exists(heldBy)',
        to: '',
      },
    ],
  },
  'status-while-held': {
    what: 'a pet that an order holds keeps its status',
    kind: 'none',
    edits: [
      {
        path: UPDATE_PET,
        from: '(attribute_not_exists(heldBy) OR #status = :status)',
        to: 'attribute_exists(id)',
      },
    ],
  },
  'other-side': {
    what: 'both sides of an order change',
    kind: 'none',
    edits: [
      {
        path: 'lib/orders/close-order.ts',
        from: '...(other && { other: closeSide(other) }),',
        to: '',
      },
    ],
  },
  'only-owner': {
    what: 'only the owner completes an order',
    kind: 'none',
    edits: [
      {
        path: 'lib/orders/close-order.ts',
        from: "order.role === 'customer') throw",
        to: "order.role === 'customer' && Math.random() > 2) throw",
      },
    ],
  },
  'order-and-pet': {
    what: 'an order and its pet change in one transaction',
    kind: 'faults',
    edits: [
      {
        path: 'lib/orders/close-order.ts',
        from: 'const failed = await transact(client, {',
        to: 'const failed = await apart({',
      },
      {
        path: 'lib/orders/close-order.ts',
        from: '    const changes = {',
        to: `    const apart = async (parts: any): Promise<any> => {
      for (const [name, part] of Object.entries<any>(parts)) {
        const failed = await transact(client, { [name]: part });
        if (failed) return failed;
      }
      return undefined;
    };
    const changes = {`,
      },
    ],
  },
  'idempotency-key': {
    what: 'a key creates once',
    kind: 'none',
    edits: [
      {
        path: 'lib/idempotency/create-once.ts',
        from: "'attribute_not_exists(id) OR expiresAt <= :now'",
        to: "'attribute_not_exists(id) OR expiresAt <= :now OR attribute_exists(id)'",
      },
    ],
  },
  'new-revision': {
    what: 'no state has the tag of another',
    kind: 'none',
    edits: [
      {
        path: 'lib/revisions/revision.ts',
        from: "randomBytes(12).toString('base64url')",
        to: 'String(Number(randomBytes(1)[0]) % 4)',
      },
    ],
  },
  'consistent-get': {
    what: 'pets, orders and categories are read strongly consistent by their ids',
    kind: 'faults',
    edits: [{ path: 'lib/storage/get-item.ts', from: '      ConsistentRead: true,\n', to: '' }],
  },
  'consistent-ids': {
    what: 'listPets with ids reads strongly consistent',
    kind: 'faults',
    edits: [{ path: 'functions/list-pets/find-pets.ts', from: ', ConsistentRead: true', to: '' }],
  },
  'own-revision': {
    what: 'after a lost answer, a failed condition is compared with what this request wrote',
    kind: 'faults',
    edits: [
      { path: UPDATE_OWNED_ITEM, from: 'if (item?.revision === revision) return item;', to: '' },
      {
        path: UPDATE_OWNED_ITEM,
        from: 'if (isUnsure()) throw',
        to: 'if (Math.random() > 2) throw',
      },
    ],
  },
  unsure: {
    what: 'after a lost answer, a failed condition that tells nothing is 504',
    kind: 'faults',
    edits: [
      {
        path: UPDATE_OWNED_ITEM,
        from: 'if (isUnsure()) throw',
        to: 'if (Math.random() > 2) throw',
      },
    ],
  },
  'not-again': {
    what: 'an update or a put without a tag is not sent again after a lost answer',
    kind: 'faults',
    edits: [
      {
        path: UPDATE_OWNED_ITEM,
        from: 'watchAttempts(Array.isArray(precondition.ifMatch))',
        to: 'watchAttempts()',
      },
    ],
  },
  'delete-once': {
    what: 'a delete is a transaction, which DynamoDB recognises when it is sent again',
    kind: 'faults',
    edits: [
      {
        path: 'functions/delete-pet/store.ts',
        from: 'await transact(client, {',
        to: 'await deleteAlone(client, {',
      },
      {
        path: 'functions/delete-pet/store.ts',
        from: "import { transact } from '../../../lib/storage/transact.ts';",
        to: `import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { readItem } from '../../../lib/storage/document-client.ts';

const deleteAlone = async (client: DynamoDBDocumentClient, { item: { Delete } }: any) => {
  try {
    await client.send(new DeleteCommand(Delete));
    return undefined;
  } catch (error: any) {
    if (error.name !== 'ConditionalCheckFailedException') throw error;
    return { item: { item: error.Item && readItem(error.Item), unsure: false } };
  }
};`,
      },
    ],
  },
  'unsure-order': {
    what: 'an order that an earlier attempt may still place is not refused',
    kind: 'faults',
    edits: [
      {
        path: 'functions/place-order/store.ts',
        from: 'if (failed.pet.unsure)',
        to: 'if (Math.random() > 2)',
      },
    ],
  },
};

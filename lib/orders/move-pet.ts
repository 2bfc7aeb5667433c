import type { PetStatus } from '../pets/pet.ts';
import { petKey } from '../pets/pet-key.ts';
import { statusAttributes } from '../pets/status-attributes.ts';
import { newRevision } from '../revision.ts';
import { setAttributes } from '../set-attributes.ts';
import type { TransactionPart } from '../transaction.ts';

const updatePet = (table: string, id: bigint, attributes: Readonly<Record<string, unknown>>) => ({
  TableName: table,
  Key: petKey(id),
  ...setAttributes({ ...attributes, revision: newRevision() }),
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
});

/** Has an order hold a pet of an account: it must be there, available, and held by no other order. */
export const holdPet = (
  table: string,
  petId: bigint,
  orderId: bigint,
  owner: string,
): TransactionPart => {
  const update = updatePet(table, petId, {
    ...statusAttributes({ id: petId, status: 'pending' }),
    heldBy: orderId,
  });
  return {
    Update: {
      ...update,
      ConditionExpression:
        '#status = :available AND attribute_not_exists(heldBy) AND accountId = :owner',
      ExpressionAttributeValues: {
        ...update.ExpressionAttributeValues,
        ':available': 'available',
        ':owner': owner,
      },
    },
  };
};

/** Ends that: the order must hold the pet, which goes on with this status. */
export const releasePet = (
  table: string,
  petId: bigint,
  orderId: bigint,
  status: PetStatus,
): TransactionPart => {
  const update = updatePet(table, petId, statusAttributes({ id: petId, status }));
  return {
    Update: {
      ...update,
      UpdateExpression: `${update.UpdateExpression} REMOVE heldBy`,
      ConditionExpression: 'heldBy = :order',
      ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':order': orderId },
    },
  };
};

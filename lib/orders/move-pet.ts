import { indexAttributes } from '../pets/index-keys.ts';
import { petKey } from '../pets/pet-key.ts';
import type { PetItem } from '../pets/stored-pet.ts';
import { newRevision } from '../revisions/revision.ts';
import type { Tables } from '../storage/tables.ts';
import type { TransactionPart } from '../storage/transact.ts';
import { hasValues, updateExpression } from '../storage/update-expression.ts';

/**
 * Lets an order hold a pet, or ends that: gives the pet another status.
 * @param expected what the pet must have before
 */
export const movePet = (
  { pets }: Tables<'pets'>,
  id: bigint,
  { status, heldBy }: Pick<PetItem, 'heldBy' | 'status'>,
  expected: Readonly<Record<string, unknown>>,
): TransactionPart => ({
  Update: {
    TableName: pets,
    Key: petKey(id),
    ...updateExpression(
      { ...indexAttributes(id, { status }), revision: newRevision(), heldBy },
      hasValues(expected),
    ),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

import { indexAttributes } from '../pets/index-keys.ts';
import type { PetStatus } from '../pets/pet.ts';
import { petKey } from '../pets/pet-key.ts';
import type { PetItem } from '../pets/stored-pet.ts';
import { newRevision } from '../revisions/revision.ts';
import type { Tables } from '../storage/tables.ts';
import type { TransactionPart } from '../storage/transact.ts';
import { hasValues, updateExpression } from '../storage/update-expression.ts';

/** @param expected what the pet must have before */
const movePet = (
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

/** Lets an order hold a pet of an account: it must exist, be available, and be held by no other order. */
export const holdPet = (
  tables: Tables<'pets'>,
  petId: bigint,
  orderId: bigint,
  owner: string,
): TransactionPart =>
  movePet(
    tables,
    petId,
    { status: 'pending', heldBy: orderId },
    { status: 'available', heldBy: undefined, accountId: owner },
  );

/** Ends that: the order must hold the pet, which has this status afterwards. */
export const releasePet = (
  tables: Tables<'pets'>,
  petId: bigint,
  orderId: bigint,
  status: PetStatus,
): TransactionPart => movePet(tables, petId, { status }, { heldBy: orderId });

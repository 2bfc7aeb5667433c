import { indexAttributes } from '../pets/index-keys.ts';
import type { PetStatus } from '../pets/pet.ts';
import { petKey } from '../pets/pet-key.ts';
import { newRevision } from '../revisions/revision.ts';
import type { TransactionPart } from '../storage/transact.ts';
import { hasValues, updateExpression } from '../storage/update-expression.ts';

interface Move {
  readonly status: PetStatus;
  /** The order that holds the pet afterwards. */
  readonly heldBy: bigint | undefined;
  /** What the pet must have before. */
  readonly expected: Readonly<Record<string, unknown>>;
}

const movePet = (
  table: string,
  id: bigint,
  { status, heldBy, expected }: Move,
): TransactionPart => ({
  Update: {
    TableName: table,
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
  table: string,
  petId: bigint,
  orderId: bigint,
  owner: string,
): TransactionPart =>
  movePet(table, petId, {
    status: 'pending',
    heldBy: orderId,
    expected: { status: 'available', heldBy: undefined, accountId: owner },
  });

/** Ends that: the order must hold the pet, which has this status afterwards. */
export const releasePet = (
  table: string,
  petId: bigint,
  orderId: bigint,
  status: PetStatus,
): TransactionPart =>
  movePet(table, petId, { status, heldBy: undefined, expected: { heldBy: orderId } });

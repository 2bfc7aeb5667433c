import type { PetStatus } from '../pets/pet.ts';
import { petKey } from '../pets/pet-key.ts';
import { statusAttributes } from '../pets/status-index.ts';
import { newRevision } from '../revisions/revision.ts';
import type { Tables } from '../storage/tables.ts';
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
  { pets }: Tables<'pets'>,
  id: bigint,
  { status, heldBy, expected }: Move,
): TransactionPart => ({
  Update: {
    TableName: pets,
    Key: petKey(id),
    ...updateExpression(
      { ...statusAttributes({ id, status }), revision: newRevision(), heldBy },
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
  movePet(tables, petId, {
    status: 'pending',
    heldBy: orderId,
    expected: { status: 'available', heldBy: undefined, accountId: owner },
  });

/** Ends that: the order must hold the pet, which has this status afterwards. */
export const releasePet = (
  tables: Tables<'pets'>,
  petId: bigint,
  orderId: bigint,
  status: PetStatus,
): TransactionPart =>
  movePet(tables, petId, { status, heldBy: undefined, expected: { heldBy: orderId } });

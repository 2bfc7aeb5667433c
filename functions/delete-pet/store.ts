import { RequestError } from '../../lib/errors/request-error.ts';
import { StorageTimeoutError } from '../../lib/errors/storage-errors.ts';
import { petKey } from '../../lib/pets/pet-key.ts';
import {
  checkPrecondition,
  OwnedItem,
  type Precondition,
  preconditionExpression,
} from '../../lib/revisions/precondition.ts';
import { UNSURE } from '../../lib/storage/document-client.ts';
import { parseItem } from '../../lib/storage/parse-item.ts';
import type { Build } from '../../lib/storage/tables.ts';
import { transact } from '../../lib/storage/transact.ts';
import { allOf } from '../../lib/storage/update-expression.ts';

/**
 * Deletes a pet. One round trip.
 * @throws RequestError `pet_not_found`, `not_owner`, `precondition_failed` or `pet_ordered`, in this order
 */
export type DeletePet = (id: bigint, precondition: Precondition) => Promise<void>;

const IS_NOT_HELD = { ConditionExpression: 'attribute_not_exists(heldBy)' };

/**
 * It is a transaction though it has one part: DynamoDB knows a transaction that is sent again because its answer was
 * lost, and does not answer that the pet does not exist.
 */
export const buildDeletePet: Build<'pets', DeletePet> =
  (client, { pets }) =>
  async (id, precondition) => {
    const failed = await transact(client, {
      item: {
        Delete: {
          TableName: pets,
          Key: petKey(id),
          ...allOf(preconditionExpression(precondition), IS_NOT_HELD),
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
    });
    if (failed === undefined) return;
    const { item, unsure } = failed.item ?? {};
    const pet = item && parseItem(OwnedItem, item, { table: pets, name: 'pets' });
    // A pet that is gone stays gone. In another state, an earlier attempt may still delete it.
    if (pet && unsure) throw new StorageTimeoutError(UNSURE);
    checkPrecondition(pet, precondition, 'pet_not_found');
    throw new RequestError('pet_ordered');
  };

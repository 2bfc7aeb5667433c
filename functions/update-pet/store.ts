import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Change, changeCondition } from '../../lib/owned-item.ts';
import { PET_KEY_ATTRIBUTES, petKey } from '../../lib/pets/pet-key.ts';
import { statusAttributes } from '../../lib/pets/status-attributes.ts';
import { type PetItem, StoredPet } from '../../lib/pets/stored-pet.ts';
import { RequestError } from '../../lib/request-error.ts';
import { newRevision } from '../../lib/revision.ts';
import { setAttributes } from '../../lib/set-attributes.ts';
import { updateOwnedItem } from '../../lib/update-owned-item.ts';
import type { PetPatch } from './pet-patch.ts';

/**
 * Changes a pet. One round trip.
 * @returns the pet as it is then
 * @throws RequestError `pet_not_found`, `not_owner`, `precondition_failed` or `pet_ordered`, in this order
 * @throws MalformedItemError if what is stored is not a pet
 * @throws the errors of `lib/storage-errors.ts`
 */
export type UpdatePet = (id: bigint, patch: PetPatch, change: Change) => Promise<PetItem>;

/** Builds updatePet over the `pets` table. */
export const buildUpdatePet =
  (client: DynamoDBDocumentClient, table: string): UpdatePet =>
  async (id, patch, change) => {
    const revision = newRevision();
    const update = updateOf(id, patch, revision);
    const condition = changeCondition(change);
    const pet = await updateOwnedItem(client, {
      input: {
        TableName: table,
        Key: petKey(id),
        ...update,
        ConditionExpression:
          patch.status === undefined
            ? condition.ConditionExpression
            : `${condition.ConditionExpression} AND ${KEEPS_STATUS_WHILE_HELD}`,
        ExpressionAttributeValues: {
          ...condition.ExpressionAttributeValues,
          ...update.ExpressionAttributeValues,
        },
      },
      keyAttributes: PET_KEY_ATTRIBUTES,
      schema: StoredPet,
      change,
      revision,
      notFound: 'pet_not_found',
    });
    if (pet === undefined) throw new RequestError('pet_ordered');
    return pet;
  };

const KEEPS_STATUS_WHILE_HELD = '(attribute_not_exists(heldBy) OR #status = :status)';

/** What a patch writes: nothing if it is empty, so that the revision stays too. */
const updateOf = (
  id: bigint,
  { status, ...others }: PetPatch,
  revision: string,
): Partial<ReturnType<typeof setAttributes>> => {
  const changes = Object.entries({
    ...others,
    ...(status && statusAttributes({ id, status })),
  }).filter(([, value]) => value !== undefined);
  return changes.length === 0 ? {} : setAttributes({ ...Object.fromEntries(changes), revision });
};

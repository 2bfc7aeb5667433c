import { RequestError } from '../../lib/errors/request-error.ts';
import { indexAttributes } from '../../lib/pets/index-keys.ts';
import { petKey } from '../../lib/pets/pet-key.ts';
import { type PetItem, StoredPet } from '../../lib/pets/stored-pet.ts';
import { type Precondition, preconditionExpression } from '../../lib/revisions/precondition.ts';
import { newRevision } from '../../lib/revisions/revision.ts';
import { updateOwnedItem } from '../../lib/revisions/update-owned-item.ts';
import type { Build } from '../../lib/storage/tables.ts';
import { allOf, updateExpression } from '../../lib/storage/update-expression.ts';
import { patchedAttributes } from '../../lib/values/merge-patch.ts';
import type { PetPatch } from './contract.ts';

/**
 * Changes a pet. One round trip.
 * @returns the pet as it is then
 * @throws RequestError `pet_not_found`, `not_owner`, `precondition_failed` or `pet_ordered`, in this order
 */
export type UpdatePet = (
  id: bigint,
  patch: PetPatch,
  precondition: Precondition,
) => Promise<PetItem>;

export const buildUpdatePet: Build<'pets', UpdatePet> =
  (client, { pets }) =>
  async (id, patch, precondition) => {
    const revision = newRevision();
    const changes = patchedAttributes({ ...patch, ...indexAttributes(id, patch) });
    const isEmpty = Object.keys(changes).length === 0;
    const owned = preconditionExpression(precondition);
    const condition = patch.status === undefined ? owned : allOf(owned, KEEPS_STATUS_WHILE_HELD);
    const pet = await updateOwnedItem(client, {
      location: { table: pets, name: 'pets' },
      key: petKey(id),
      // An empty patch writes nothing, so that the revision stays too.
      update: isEmpty ? condition : updateExpression({ ...changes, revision }, condition),
      schema: StoredPet,
      precondition,
      revision,
      notFound: 'pet_not_found',
    });
    if (pet === undefined) throw new RequestError('pet_ordered');
    return pet;
  };

/** Its placeholders are those of the update. */
const KEEPS_STATUS_WHILE_HELD = {
  ConditionExpression: '(attribute_not_exists(heldBy) OR #status = :status)',
};

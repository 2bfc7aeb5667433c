import * as z from 'zod/mini';
import { bodyOf, contract } from '../../lib/http/contract.ts';
import { Pet } from '../../lib/pets/pet.ts';
import { petPatchMembers } from '../../lib/pets/pet-changes.ts';
import { petId } from '../../lib/pets/pet-id.ts';
import { conditionalWrite } from '../../lib/revisions/entity-tags.ts';

export const PetPatch = bodyOf(
  'PetPatch',
  'A change of a pet, as a JSON merge patch (RFC 7396). Members that are left out stay as they are. No member can be removed, so null is refused. Other members are ignored.',
  petPatchMembers,
);
export type PetPatch = z.infer<typeof PetPatch>;

export const updatePet = contract({
  operationId: 'updatePet',
  tag: 'Pets',
  method: 'PATCH',
  path: '/pets/{petId}',
  stability: 'beta',
  summary: 'Change a pet',
  description:
    'Only the account that created the pet may change it. With `If-Match` the change takes effect only if nobody else has changed the pet since you read it: of two changes with the same tag one is 412. Without it the last one wins. A pet that an open order holds keeps its status until then: 409. An empty patch is answered with the pet as it is.',
  request: {
    path: z.object({ petId }),
    headers: conditionalWrite,
    body: PetPatch,
    contentTypes: ['application/merge-patch+json', 'application/json'],
  },
  success: { status: 200, body: Pet, headers: ['ETag'] },
  examples: {
    sold: {
      summary: 'Only the status changes',
      after: { pet: 'createPet.whole' },
      request: {
        path: { petId: '{pet.id}' },
        headers: { 'If-Match': '{pet@ETag}' },
        body: { status: 'sold' },
      },
      answer: { id: 1n, name: 'Rex', categoryId: 9007199254740993n, status: 'sold' },
    },
    renamed: {
      summary: 'In any state',
      after: { pet: 'createPet.whole' },
      request: { path: { petId: '{pet.id}' }, body: { name: 'Bella', categoryId: 2 } },
      answer: { id: 1n, name: 'Bella', categoryId: 2n, status: 'pending' },
    },
  },
  errors: ['not_owner', 'pet_not_found', 'precondition_failed', 'pet_ordered'],
  access: [{ table: 'pets', actions: ['UpdateItem'] }],
});

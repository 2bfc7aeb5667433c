import * as z from 'zod/mini';
import { contract } from '../../lib/http/contract.ts';
import { petId } from '../../lib/pets/pet-id.ts';
import { conditionalWrite } from '../../lib/revisions/entity-tags.ts';

export const deletePet = contract({
  operationId: 'deletePet',
  tag: 'Pets',
  method: 'DELETE',
  path: '/pets/{petId}',
  stability: 'beta',
  summary: 'Delete a pet',
  description:
    'Only the account that created the pet may delete it. A pet that an open order holds stays: 409. Its id is never given again. A second delete is 404, and so is the repetition of one whose answer was lost.',
  request: { path: z.object({ petId }), headers: conditionalWrite },
  success: { status: 204 },
  examples: {
    pet: {
      summary: 'In any state',
      after: { pet: 'createPet.least' },
      request: { path: { petId: '{pet.id}' } },
    },
    unchanged: {
      summary: 'Only if nobody has changed it',
      after: { pet: 'createPet.least' },
      request: { path: { petId: '{pet.id}' }, headers: { 'If-Match': '{pet@ETag}' } },
    },
  },
  errors: ['not_owner', 'pet_not_found', 'precondition_failed', 'pet_ordered'],
  access: [{ table: 'pets', actions: ['DeleteItem'] }],
});

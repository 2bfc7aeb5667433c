import { contract } from '../../lib/http/contract.ts';
import { NewPet, Pet } from '../../lib/pets/pet.ts';

export const createPet = contract({
  operationId: 'createPet',
  api: 'pets',
  method: 'POST',
  path: '/pets',
  summary: 'Put a pet up for adoption',
  request: { body: NewPet },
  success: { status: 201, body: Pet },
  errors: ['invalid_json', 'validation_failed', 'unsupported_media_type', 'request_too_large'],
  access: [
    { table: 'counters', actions: ['UpdateItem'] },
    { table: 'pets', actions: ['PutItem'] },
  ],
});

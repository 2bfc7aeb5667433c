import { RequestError } from '../request-error.ts';

/** No pet has the id that was asked for. */
export class PetNotFoundError extends RequestError {
  override readonly name = 'PetNotFoundError';

  constructor() {
    super('pet_not_found');
  }
}

import { requestPath } from '../../lib/http/address.ts';
import { operation } from '../../lib/http/operation.ts';
import { openPetStore } from '../../lib/pets/open-pet-store.ts';
import type { PetStore } from '../../lib/pets/pet-store.ts';
import { createPet } from './contract.ts';

/** Answers createPet from a store of pets. */
export const createPetHandler = (pets: Pick<PetStore, 'create'> = openPetStore()) =>
  operation(createPet, async ({ body }, event) => {
    const pet = await pets.create(body);
    return { body: pet, headers: { Location: `${requestPath(event)}/${pet.id}` } };
  });

export const handler = createPetHandler();

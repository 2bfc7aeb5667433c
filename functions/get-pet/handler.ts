import { operation } from '../../lib/http/operation.ts';
import { openPetStore } from '../../lib/pets/open-pet-store.ts';
import { PetNotFoundError } from '../../lib/pets/pet.ts';
import type { PetStore } from '../../lib/pets/pet-store.ts';
import { getPet } from './contract.ts';

/** Answers getPet from a store of pets. */
export const getPetHandler = (pets: Pick<PetStore, 'get'> = openPetStore()) =>
  operation(getPet, async ({ path: { petId } }) => {
    if (petId === undefined) throw new PetNotFoundError();
    return { body: await pets.get(petId) };
  });

export const handler = getPetHandler();

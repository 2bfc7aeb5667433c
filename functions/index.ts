import { createMessage } from './create-message/contract.ts';
import { createPet } from './create-pet/contract.ts';
import { getPet } from './get-pet/contract.ts';
import { listPets } from './list-pets/contract.ts';

/** Every operation of the service, one line each. */
export const operations = [createMessage, createPet, getPet, listPets] as const;

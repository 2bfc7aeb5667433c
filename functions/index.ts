export { createMessage } from './create-message/contract.ts';
export { createPet } from './create-pet/contract.ts';
export { getPet } from './get-pet/contract.ts';
export { listPets } from './list-pets/contract.ts';

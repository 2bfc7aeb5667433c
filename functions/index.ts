export { createMessage } from './create-message/contract.ts';
export { createPet } from './create-pet/contract.ts';
export { deletePet } from './delete-pet/contract.ts';
export { getPet } from './get-pet/contract.ts';
export { listPets } from './list-pets/contract.ts';
export { updatePet } from './update-pet/contract.ts';

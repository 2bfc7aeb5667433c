import { idParameter } from '../http/id-parameter.ts';

export const petId = idParameter('pet_not_found', "The pet's id.");

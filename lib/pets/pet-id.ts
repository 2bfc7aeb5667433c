import { idParameter } from '../http/id-parameter.ts';

/** The path parameter `petId`. */
export const petId = idParameter('pet_not_found', "The pet's id.");

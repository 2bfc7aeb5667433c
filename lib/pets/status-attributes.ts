import type { Pet } from './pet.ts';

/**
 * The attributes of a pet's item that follow from its status, and from its id: who changes a status
 * writes all of them.
 */
export const statusAttributes = ({ status }: Pick<Pet, 'id' | 'status'>) => ({ status });

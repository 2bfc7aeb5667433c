import type { PetStatus } from '../../lib/pets/pet.ts';

/** Which pets a list has. */
export interface Filters {
  /** Only pets of this status. */
  readonly status?: PetStatus | undefined;
  /** Only pets of this category. */
  readonly categoryId?: bigint | undefined;
}

/** What a cursor belongs to. Without a category it is the status alone, as in cursors from before there were any. */
export const cursorFilter = ({ status, categoryId }: Filters): string =>
  [...(categoryId === undefined ? [] : [`category ${categoryId}`]), status ?? ''].join(' ');

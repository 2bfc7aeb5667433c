import { cursorFilter } from '../../functions/list-pets/filters.ts';
import { encodeCursor } from '../../lib/http/cursor.ts';
import { parseInt64 } from '../../lib/int64.ts';
import { PetStatus } from '../../lib/pets/pet.ts';

/**
 * Has a list of pets begin with a pet of the test's own: what others left in a stage, before it, does
 * not make a walk longer.
 */
export const beginAt = (id: bigint, query: URLSearchParams): URLSearchParams => {
  const status = PetStatus.safeParse(query.get('status')).data;
  const categoryId = parseInt64(query.get('categoryId') ?? '');
  const filter = cursorFilter({ status, categoryId });
  if (id > 1n) query.set('cursor', encodeCursor({ after: id - 1n, filter }));
  return query;
};

/** The query of such a list. */
export const queryFrom = (id: bigint, limit: number, status?: string): string =>
  beginAt(id, new URLSearchParams({ limit: String(limit), ...(status && { status }) })).toString();

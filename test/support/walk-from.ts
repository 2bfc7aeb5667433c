import { encodeCursor } from '../../lib/http/cursor.ts';

/**
 * The query of a list that begins with a pet of the test's own: what others left in a stage, before it,
 * does not make the walk longer.
 */
export const queryFrom = (id: bigint, limit: number, status?: string): string =>
  new URLSearchParams({
    limit: String(limit),
    ...(status && { status }),
    ...(id > 1n && { cursor: encodeCursor({ after: id - 1n, filter: status ?? '' }) }),
  }).toString();

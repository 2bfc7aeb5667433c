import { cursorFilter, encodeCursor } from '../../lib/http/cursor.ts';

/** Makes a list of pets begin with a pet of the test, so that earlier pets of a stage do not make a walk longer. */
export const beginAt = (id: bigint, query: URLSearchParams): URLSearchParams => {
  const parameter = (name: string) => query.get(name) ?? undefined;
  const filter = cursorFilter({ categoryId: parameter('categoryId'), status: parameter('status') });
  if (id > 1n) query.set('cursor', encodeCursor({ after: id - 1n, filter }));
  return query;
};

/** The query of such a list. */
export const queryFrom = (id: bigint, limit: number, status?: string): string =>
  beginAt(id, new URLSearchParams({ limit: String(limit), ...(status && { status }) })).toString();

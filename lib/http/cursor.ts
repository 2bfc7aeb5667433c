import { crc32 } from 'node:zlib';
import { RequestError } from '../errors/request-error.ts';
import { parseInt64 } from '../values/int64.ts';

type Query = Readonly<Record<string, bigint | number | string | undefined>>;

/** The query with these parameters. Undefined ones are left out. */
const queryOf = (query: Query): URLSearchParams =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );

/**
 * Writes the list and the filters that a cursor belongs to: `status=sold`. Empty for all pets. A long text is given as its
 * checksum, so that a cursor is never longer than `cursorParameter` takes.
 */
export const cursorFilter = (values: Query): string => {
  const text = queryOf(values).toString();
  return text.length > 100 ? checksum(text) : text;
};

/** Raised when the meaning of a cursor changes, so that old ones are refused, not misread. */
const VERSION = '1';

/**
 * Writes a cursor as opaque, URL-safe text with a version and a checksum.
 * @param after the last id of the page before
 */
export const encodeCursor = (after: bigint, filter: string): string => {
  const content = `${VERSION}.${filter}.${after}`;
  return Buffer.from(`${content}.${checksum(content)}`).toString('base64url');
};

/**
 * Reads where a list with this filter continues.
 * @param lowest the lowest possible id
 * @throws RequestError `invalid_cursor` unless it is, to the letter, one of ours for this filter
 */
export const decodeCursor = (cursor: string, filter: string, lowest = 1n): bigint => {
  const text = Buffer.from(cursor, 'base64url').toString();
  // From its end, as a filter may have a dot.
  const after = parseInt64(text.split('.').at(-2) ?? '');
  if (after === undefined || after < lowest || encodeCursor(after, filter) !== cursor) {
    throw new RequestError('invalid_cursor');
  }
  return after;
};

/**
 * The query of the next page of a list; undefined after the last page.
 * @param query what the next page has too of the query of this page
 * @param after the next page begins after this id; undefined after the last page
 */
export const nextPage = (
  query: Query,
  filter: string,
  after: bigint | undefined,
): URLSearchParams | undefined =>
  after === undefined ? undefined : queryOf({ ...query, cursor: encodeCursor(after, filter) });

const checksum = (content: string): string => crc32(content).toString(36);

import type { Answer } from './exchange.ts';
import type { ReadableHeaders } from './options.ts';
import { PetStoreError } from './pet-store-error.ts';

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Names the next page: give it with the same query. Undefined on the last page. */
  readonly cursor: string | undefined;
}

/** A whole list: `for await (const item of list)`. It asks for a page when it needs one. */
export interface List<Item> extends AsyncIterable<Item> {
  /** The same list in pages: `for await (const { items } of list.pages())`. */
  readonly pages: () => AsyncIterable<Page<Item>>;
}

/**
 * The value of a parameter in the link to the next page; undefined if there is no link.
 * @throws PetStoreError if the header is not as the service writes it
 */
export const nextPage = (
  headers: ReadableHeaders,
  parameter: string,
  form: RegExp,
): string | undefined => {
  const link = headers.get('Link') ?? '<>; rel="none"';
  const url = /<([^>]*)>; rel="next"/.exec(link)?.[1];
  if (url === undefined && /^<.*>; rel="/.test(link)) return undefined;
  const value = url && URL.canParse(url) && new URL(url).searchParams.get(parameter);
  return value && form.test(value) ? value : failWithoutLink(headers);
};

/** Fails, as to go on without a link would begin again. */
export const failWithoutLink = (headers: ReadableHeaders): never =>
  fail('missing or malformed: check what changes headers.', headers);

const fail = (how: string, headers?: ReadableHeaders): never => {
  throw new PetStoreError({
    code: 'unexpected_answer',
    message: `The Link to the next page is ${how}`,
    retryAfter: 0,
    safeToRepeat: false,
    attempts: 1,
    requestId: headers?.get('X-Request-Id') ?? undefined,
    idempotencyKey: undefined,
  });
};

/** Reads the answer of a list operation. */
export const pageOf = async <Item>(
  answer: Promise<Answer<readonly Item[]>>,
): Promise<Page<Item>> => {
  const { body: items, headers } = await answer;
  return { items, cursor: nextPage(headers, 'cursor', /./) };
};

/** Makes a list from the function that gets one page: the first one without a cursor. */
export const createList = <Item>(
  getPage: (cursor: string | undefined) => Promise<Page<Item>>,
): List<Item> => {
  async function* pages() {
    let cursor: string | undefined;
    do {
      const page = await getPage(cursor);
      if (page.cursor !== undefined && page.cursor === cursor) {
        fail('that of the page before: check whether a cache answers for the service.');
      }
      yield page;
      cursor = page.cursor;
    } while (cursor !== undefined);
  }
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { items } of pages()) yield* items;
    },
  };
};

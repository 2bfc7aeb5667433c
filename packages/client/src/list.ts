import type { Answer } from './exchange.ts';

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

/** Reads the answer of a list operation. */
export const pageOf = async <Item>(
  answer: Promise<Answer<readonly Item[]>>,
): Promise<Page<Item>> => {
  const { body, headers } = await answer;
  const next = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  return {
    items: body,
    cursor:
      next === undefined ? undefined : (new URL(next).searchParams.get('cursor') ?? undefined),
  };
};

/** Makes a list from the function that gets one page: the first one without a cursor. */
export const createList = <Item>(
  getPage: (from: { readonly cursor?: string }) => Promise<Page<Item>>,
): List<Item> => {
  async function* pages() {
    let page = await getPage({});
    yield page;
    while (page.cursor !== undefined) {
      page = await getPage({ cursor: page.cursor });
      yield page;
    }
  }
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { items } of pages()) yield* items;
    },
  };
};

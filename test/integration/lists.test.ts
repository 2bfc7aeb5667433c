import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { operations } from '../../functions/operations.ts';
import { componentsOf } from '../../infra/openapi/document/document.ts';
import { examplesOf } from '../../infra/openapi/document/example-request.ts';
import {
  membersOf,
  parametersOf as membersRead,
  schemaOf,
} from '../../infra/openapi/document/schemas.ts';
import type { Contract } from '../../lib/http/contract.ts';
import { COMMON_HEADERS } from '../../lib/http/headers.ts';
import { tableDefinition } from '../../lib/storage/tables.ts';
import {
  type ExampleRequest,
  prepareExample,
  type SendExample,
  sendExample,
} from '../support/examples.ts';
import { openTables } from '../support/open-tables.ts';
import { openOperations } from '../support/operations-in-process.ts';

/**
 * What every list and every other operation promises, by its contract: no line names an operation. The items are those that
 * the examples of other operations make.
 */

type Item = Readonly<Record<string, unknown>>;
type Query = Readonly<Record<string, string>>;

const components = componentsOf(operations);
const answerOf = ({ success: { body } }: Contract) => body && schemaOf(body, 'output');
const componentOf = (schema: object | undefined) => {
  const [, name = ''] = /schemas\/(.+)$/.exec(String(Object(schema).$ref)) ?? [];
  return Object(components[name]);
};
/** The names of what a request takes there. */
const parametersOf = ({ request }: Contract, place: 'headers' | 'query' = 'query') =>
  membersRead(request[place]).map(({ name }) => name);

const isList = (contract: Contract) => componentOf(answerOf(contract)).type === 'array';
/** Whether the items belong to an account: it is in the key by which they are read. */
const isOwn = ({ access }: Contract) =>
  access.some(({ table, index }) => {
    const { key, indexes } = tableDefinition(table);
    return /^account/.test(Object.keys((index && indexes?.[index]) || key)[0] ?? '');
  });

const addCaller = await openOperations(await openTables());
/** Two accounts, who send the same. */
const callers = [await addCaller(), await addCaller()] as const;
/** What the first one made, by the list that it is in. */
const made = new Map<string, Item[]>();

const LISTS = operations.filter(isList);
const WALKED = LISTS.filter((contract) => parametersOf(contract).includes('cursor'));

beforeAll(async () => {
  for (const list of LISTS) {
    const { items } = componentOf(answerOf(list));
    const makers = operations
      .filter((one) => one.method !== 'GET' && isDeepStrictEqual(answerOf(one), items))
      .flatMap(examplesOf);
    for (const send of callers) {
      const sent: ExampleRequest[] = [];
      const record: SendExample = (request) => {
        sent.push(request);
        return send(request);
      };
      for (const maker of makers) {
        const { body } = await sendExample(maker, record);
        if (send === callers[0])
          made.set(list.operationId, [...(made.get(list.operationId) ?? []), Object(body)]);
      }
      // Once more, so that two match a filter, also one by what they are about. Some are refused now.
      for (const request of sent.filter(({ contract }) => contract.method === 'POST')) {
        const headers = { ...request.headers, 'Idempotency-Key': randomUUID() };
        expect((await send({ ...request, headers })).status).toBeLessThan(500);
      }
    }
  }
});

const send = (contract: Contract, query: Query, caller = callers[0]) =>
  caller({ contract, status: 200, path: {}, query, headers: {}, body: undefined });

/** The pages of a list, by its links. */
const walk = async (contract: Contract, query: Query, caller?: SendExample): Promise<Item[][]> => {
  const { status, body, header } = await send(contract, query, caller);
  expect([query, status]).toEqual([query, 200]);
  const next = nextOf(header('Link'));
  return [Object(body), ...(next === undefined ? [] : await walk(contract, next, caller))];
};

/** The query of the next page. */
const nextOf = (link: string | undefined): Query | undefined =>
  link === undefined
    ? undefined
    : Object.fromEntries(new URL(link.replace(/^<|>.*/g, '')).searchParams);

const read = async (contract: Contract) => (await walk(contract, {})).flat();

/** All ways to leave out some of these. */
const subsets = ([first, ...rest]: readonly string[]): readonly (readonly string[])[] =>
  first === undefined ? [[]] : subsets(rest).flatMap((some) => [some, [first, ...some]]);

/** The filters of a list that its contract allows, with all values that its items have, and what matches them. None at all first. */
const filtersOf = (contract: Contract, items: readonly Item[]) => {
  const names = parametersOf(contract).filter((name) => items.some((item) => name in item));
  const found = new Map<string, { readonly query: Query; readonly matching: readonly Item[] }>();
  for (const some of subsets(names)) {
    for (const item of items) {
      const query = Object.fromEntries(some.map((name) => [name, String(item[name])]));
      if (contract.request.query?.safeParse(query).success === false) continue;
      const matching = items.filter((one) => some.every((name) => one[name] === item[name]));
      found.set(JSON.stringify(query), { query, matching });
    }
  }
  return [...found.values()];
};

describe.each(WALKED)('$operationId', (list) => {
  test('has everything that was made, in one order', async () => {
    const items = await read(list);
    const ids = items.map(({ id }) => BigInt(String(id)));
    for (const { id } of made.get(list.operationId) ?? []) expect(ids).toContain(id);
    const sorted = ids.toSorted((one, other) => (one < other ? -1 : 1));
    expect([sorted, sorted.toReversed()]).toContainEqual(ids);
  });

  test('has a parameter only for what its items have, or for what takes no cursor', () => {
    const members = membersOf(componentOf(componentOf(answerOf(list)).items));
    const known = ['limit', 'cursor', ...members.map(({ name }) => name)];
    for (const name of parametersOf(list).filter((one) => !known.includes(one))) {
      expect(list.request.query?.safeParse({ [name]: '1', cursor: 'x' }).success).toBe(false);
      expect(list.request.query?.safeParse({ [name]: '1' }).success).toBe(true);
    }
  });

  test('has with filters exactly what matches, in the same order, on pages of any size', async () => {
    const items = await read(list);
    for (const { query, matching } of filtersOf(list, items)) {
      // No more than five pages, of one item where there are few.
      for (const limit of [`${Math.ceil(matching.length / 5)}`, '100']) {
        const pages = await walk(list, { ...query, limit });
        expect([query, pages.flat()]).toEqual([query, matching]);
        expect(pages.slice(0, -1).every((page) => page.length === Number(limit))).toBe(true);
        expect(pages).toHaveLength(Math.ceil(matching.length / Number(limit)));
      }
    }
  });

  test('gives each filter something to find and something to leave out', async () => {
    const items = await read(list);
    const filters = filtersOf(list, items).filter(({ query }) => Object.keys(query).length === 1);
    const names = new Set(filters.flatMap(({ query }) => Object.keys(query)));
    const wrong = [...names].flatMap((name) => {
      const found = filters.filter(({ query }) => name in query).map((one) => one.matching.length);
      if (found.some((each) => each > 1 && each < items.length)) return [];
      return `Examples with ${name} find ${found.join(', ')} of ${items.length} items`;
    });
    expect(wrong).toEqual([]);
  });
});

test('a cursor is refused by every other list and filter', async () => {
  const all = await Promise.all(
    WALKED.map(async (list) =>
      filtersOf(list, await read(list)).map(({ query }) => ({ list, query })),
    ),
  );
  for (const from of all.flat()) {
    const { header } = await send(from.list, { ...from.query, limit: '1' });
    const cursor = nextOf(header('Link'))?.['cursor'];
    if (cursor === undefined) continue;
    for (const to of all.flat()) {
      const { status, body } = await send(to.list, { ...to.query, cursor });
      const { code } = Object(body);
      const expected = to === from ? [200, undefined] : [400, 'invalid_cursor'];
      expect([from.query, to.list.operationId, to.query, status, code]).toEqual([
        from.query,
        to.list.operationId,
        to.query,
        ...expected,
      ]);
    }
  }
});

test.each(LISTS.filter(isOwn))('$operationId has nothing of another account', async (list) => {
  const all = await read(list);
  expect(all.length).toBeGreaterThan(0);
  for (const { query } of filtersOf(list, all)) {
    const theirs = (await walk(list, query, callers[1])).flat().map(({ id }) => id);
    expect(all.filter(({ id }) => theirs.includes(id))).toEqual([]);
  }
});

test.each(
  operations
    .filter((one) => one.path.includes('{') && (one.method !== 'GET' || isOwn(one)))
    .flatMap(examplesOf)
    // One with a status of its own makes something new.
    .filter(({ example }) => example.status === undefined),
)('$contract.operationId ($name) is for the account alone whose the thing is', async (named) => {
  const [owner, other] = [await addCaller(), await addCaller()];
  const request = await prepareExample(named, owner);
  const refused = named.contract.method === 'GET' ? [404] : [403, 404];
  expect(refused).toContain((await other(request)).status);
  expect((await owner(request)).status).toBe(request.status);
});

test.each(operations.filter(({ method }) => method === 'GET').flatMap(examplesOf))(
  'the answer to $contract.operationId ($name) has no body for a client that has its tag',
  async (named) => {
    const send = await addCaller();
    const request = await prepareExample(named, send);
    const sendWith = (tags: string) =>
      send({ ...request, headers: { ...request.headers, 'If-None-Match': tags } });
    const first = await send(request);
    const etag = first.header('ETag');
    if (etag === undefined) return expect(await sendWith('*')).toMatchObject({ status: 200 });
    const { success, deprecation } = named.contract;
    const headers = [...Object.keys(COMMON_HEADERS), 'X-Request-Id', ...(success.headers ?? [])];
    for (const tags of [etag, '*', `"other", W/${etag}`]) {
      const { status, body, header } = await sendWith(tags);
      expect([status, body, header('ETag')]).toEqual([304, undefined, etag]);
      for (const name of [...headers, 'Link', 'Deprecation']) {
        expect([name, header(name)]).toEqual([name, first.header(name)]);
      }
      expect(header('Deprecation') !== undefined).toBe(deprecation !== undefined);
    }
    expect(await sendWith('"other"')).toMatchObject({ status: 200, body: first.body });
    expect(await sendWith('other')).toMatchObject({
      body: { code: 'validation_failed', message: expect.stringMatching(/^If-None-Match must/) },
    });
  },
);

test.each(
  operations
    .filter(({ path }) => path.includes('{'))
    .flatMap((contract) => examplesOf(contract).slice(0, 1)),
)('$contract.operationId does not find what cannot be an id', async (named) => {
  const send = await addCaller();
  const request = await prepareExample(named, send);
  for (const id of ['abc', '07', `${2n ** 63n}`]) {
    const path = Object.fromEntries(Object.keys(request.path).map((name) => [name, id]));
    const code = expect.stringMatching(/_not_found$/);
    expect(await send({ ...request, path })).toMatchObject({ status: 404, body: { code } });
  }
});

test.each(
  operations
    .filter((contract) => parametersOf(contract, 'headers').includes('If-Match'))
    .flatMap((contract) => examplesOf(contract).slice(-1)),
)('$contract.operationId takes effect only with a tag of the state', async (named) => {
  const send = await addCaller();
  const request = await prepareExample(named, send);
  const sendWith = (tags: string) =>
    send({ ...request, headers: { ...request.headers, 'If-Match': tags } });
  expect(await sendWith('other')).toMatchObject({
    body: { code: 'validation_failed', message: expect.stringMatching(/^If-Match must/) },
  });
  expect((await sendWith('"other"')).status).toBe(412);
  expect((await send(request)).status).toBe(request.status);
});

/** What an answer shows and another does not have with the same value, by the path of the member. */
const differences = (shown: unknown, body: unknown, at = ''): readonly (readonly unknown[])[] => {
  if (Array.isArray(shown)) return shown.length > 0 && Object(body).length === 0 ? [[at, []]] : [];
  if (typeof shown !== 'object' || shown === null) return shown === body ? [] : [[at, shown, body]];
  return Object.entries(shown).flatMap(([name, value]) =>
    differences(value, Object(body)[name], `${at}.${name}`),
  );
};

test.each(
  operations
    // Only a stream writes the log of events.
    .filter(({ access }) => access.some(({ table }) => table !== 'events'))
    .flatMap(examplesOf),
)(
  'the example $contract.operationId ($name) is answered as its contract says and its answer shows, apart from what differs between two answers',
  async (named) => {
    const { body, header } = await sendExample(named, await addCaller());
    const { body: schema, headers = [] } = named.contract.success;
    // Not a member more, such as what only the service knows.
    expect(schema?.parse(body)).toEqual(body);
    for (const name of headers.filter((each) => each !== 'Link')) {
      expect([name, header(name)]).toEqual([name, expect.stringMatching(/\S/)]);
    }
    const other = await sendExample(named, await addCaller());
    const own = differences(other.body, body).map(([at]) => at);
    const shown = differences(named.example.answer, body);
    expect(shown.filter(([at]) => !own.includes(at))).toEqual([]);
  },
);

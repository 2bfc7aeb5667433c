import { expect, test } from '@jest/globals';
import { buildListCategories } from '../../functions/list-categories/store.ts';
import { buildPutCategory } from '../../functions/put-category/store.ts';
import type { Category } from '../../lib/categories/category.ts';
import type { Page } from '../../lib/storage/read-page.ts';
import { INT64_MAX, INT64_MIN } from '../../lib/values/int64.ts';
import { openTables } from '../support/open-tables.ts';
import { OWNER } from '../support/stored-pets.ts';

const { client, tables } = await openTables();
const put = buildPutCategory(client, tables);
const list = buildListCategories(client, tables);
const anyway = { accountId: OWNER, expected: { kind: 'either' } } as const;

// While others come and go, list-pets-walks.test.ts walks pets by the same code.
test('a walk gives each category once, by number', async () => {
  const ids = [INT64_MIN, INT64_MIN + 1n, -20n, -3n, 0n, 8n, 70n, INT64_MAX - 1n, INT64_MAX];
  await Promise.all(ids.map((id) => put(id, { name: `Category ${id}` }, anyway)));
  for (const limit of [1, 4, 100]) {
    const seen: Category[] = [];
    for (let after: bigint | undefined = INT64_MIN - 1n; after !== undefined; ) {
      const page: Page<Category> = await list({ after, limit });
      if (page.next !== undefined) expect(page.items).toHaveLength(limit);
      seen.push(...page.items);
      after = page.next;
    }
    const found = seen.filter(({ name }) => name.startsWith('Category'));
    expect(found).toEqual(ids.map((id) => ({ id, name: `Category ${id}` })));
    expect(seen.map(({ id }) => id)).toEqual(
      seen.map(({ id }) => id).toSorted((one, other) => (one < other ? -1 : 1)),
    );
  }
});

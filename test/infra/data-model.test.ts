import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { tableDefinition, tableNames } from '../../lib/storage/tables.ts';

const PAGE = join(import.meta.dirname, '../../docs/architecture.md');

test('the picture of the data model has every table and index with its key, and no other', () => {
  const picture = /^erDiagram\n(.*?)^```$/ms.exec(readFileSync(PAGE, 'utf8'))?.[1] ?? '';
  const drawn = [...picture.matchAll(/^ {2}(\w+) \{\n(.*?)^ {2}\}$/gms)].map(
    ([, name = '', body = '']) => [
      name,
      [...body.matchAll(/^ +(S|N) (\w+) PK/gm)].map(([, type, of]) => [of, type]),
    ],
  );
  const stated = tableNames().flatMap((name) => {
    const { key, indexes = {} } = tableDefinition(name);
    return [
      [name, Object.entries(key)],
      ...Object.entries(indexes).map(([index, of]) => [`${name}_${index}`, Object.entries(of)]),
    ];
  });
  expect(Object.fromEntries(drawn)).toEqual(Object.fromEntries(stated));
});

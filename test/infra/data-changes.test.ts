import { expect, test } from '@jest/globals';
import { fileText } from '../support/project.ts';
import { dataChanges } from './templates/data-changes.ts';

const snapshot = fileText('test/infra/__snapshots__/stack.test.ts.snap');

/** Puts a text in place of the first match, from the table's lines on. */
const changed = (from: RegExp, to: string, text = snapshot): string => {
  expect(text).toMatch(from);
  return text.replace(from, to);
};

const withIndexes = (...names: readonly string[]): string =>
  names.reduce(
    (text, name) =>
      changed(
        /(TablesOrders\w+\.GlobalSecondaryIndexes \[)/,
        `$1{"IndexName":"${name}","KeySchema":[{"AttributeName":"x"}],"Projection":{"ProjectionType":"ALL"}},`,
        text,
      ),
    snapshot,
  );

const exported = changed(/^(Outputs\.PetsBaseUrl \{)/m, '$1"Export":{"Name":"STACK:PetsBaseUrl"},');

test.each<readonly [what: string, after: string, line: RegExp | undefined, before?: string]>([
  ['nothing', snapshot, undefined],
  ['one index', withIndexes('byA'), undefined],
  ['two indexes', withIndexes('byA', 'byB'), /^Orders: byB and byA come or go/],
  [
    'an index that takes the place of another',
    changed(/(TablesOrders\w+\.Glob.*"IndexName":)"byStatus"/, '$1"byOther"'),
    /^Orders: byStatus and byOther come or go/,
  ],
  [
    'another key',
    changed(/(TablesPets\w+\.KeySchema \[\{"AttributeName":)"shard"/, '$1"other"'),
    /^Pets: the table has another key/,
  ],
  [
    'another type of a key',
    changed(/(TablesEvents\w+\.Attr.*"position","AttributeType":)"N"/, '$1"S"'),
    /^Events: the table has another key/,
  ],
  [
    'another id',
    snapshot.replaceAll(/TablesOrders(\w+)\./g, 'StoreOrders$1.'),
    /^Orders: the table goes or has another id/,
  ],
  [
    'another projection',
    changed(/(TablesWebhooks\w+\.Glob.*)KEYS_ONLY/, '$1ALL'),
    /^Webhooks: the index byDue has another key or projection/,
  ],
  [
    'another key of an index',
    changed(/(TablesWebhooks\w+\.Glob.*)"dueAt"/, '$1"at"'),
    /^Webhooks: the index byDue has another key or projection/,
  ],
  [
    'another kind of stream',
    changed(/(TablesEvents\w+\.Stream.*)NEW_IMAGE/, '$1KEYS_ONLY'),
    /^Events: the stream has another kind/,
  ],
  ['an output that others import', snapshot, /^PetsBaseUrl: the output goes/, exported],
  ['an output that others may import now', exported, undefined],
  ['a table more', snapshot, undefined, snapshot.replaceAll(/^TablesMessages.*\n/gm, '')],
])('before a deployment, a stage with data is looked at for %s', (...row) => {
  const [, after, line, before = snapshot] = row;
  expect([...dataChanges(before, after)]).toEqual(line ? [expect.stringMatching(line)] : []);
});

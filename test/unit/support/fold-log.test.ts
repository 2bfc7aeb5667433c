import { expect, test } from '@jest/globals';
import { ORDER_EXAMPLE } from '../../../lib/orders/order.ts';
import { foldLog, type LoggedEvent } from '../../support/fold-log.ts';

const rex = { id: 1n, name: 'Rex', categoryId: 1n, status: 'available' } as const;
const max = { ...rex, name: 'Max' };
const created = { type: 'pet.created', data: rex };
const updated = { type: 'pet.updated', data: max, previous: { name: 'Rex' } };
const deleted = { type: 'pet.deleted', data: max };
const placed = { type: 'order.placed', data: ORDER_EXAMPLE };
const done = { ...ORDER_EXAMPLE, status: 'completed' } as const;
const completed = { type: 'order.completed', data: done };

type Happening = Omit<LoggedEvent, 'position'>;

const fold = (happenings: readonly Happening[], newest = BigInt(happenings.length)) =>
  foldLog(
    newest,
    happenings.map((each, index) => ({ ...each, position: BigInt(index + 1) })),
  );

test('a log gives what its events leave', () => {
  expect(fold([created, updated])).toEqual({ resources: new Map([[1n, max]]), faults: [] });
  expect(fold([created, updated, deleted])).toEqual({ resources: new Map(), faults: [] });
  expect(fold([placed, completed]).resources).toEqual(new Map([[1n, completed.data]]));
});

test.each<[string, readonly Happening[]]>([
  ['lacks a creation', [updated]],
  ['lacks an update', [created, deleted]],
  ['has a creation twice', [created, created]],
  ['has an update twice', [created, updated, updated]],
  ['has a deletion twice', [created, updated, deleted, deleted]],
  ['has an update before its creation', [updated, created]],
  ['has a creation after the end', [created, updated, deleted, created]],
  ['has an update without what changed', [created, { ...updated, previous: {} }]],
  ['has former values that were not', [created, { ...updated, previous: { name: 'Tom' } }]],
  ['has an order that ends twice', [placed, completed, completed]],
  ['has an order that ends only', [completed]],
  ['has an event of an unknown type', [{ ...created, type: 'pet.sold' }]],
])('a log that %s is at fault', (_what, happenings) => {
  expect(fold(happenings).faults).not.toEqual([]);
});

test('a log with a gap, or that does not end at its head, is at fault', () => {
  const events = [
    { ...created, position: 1n },
    { ...updated, position: 3n },
  ];
  expect(foldLog(2n, events).faults).toEqual(['3 is where 2 belongs']);
  expect(fold([created], 2n).faults).not.toEqual([]);
});

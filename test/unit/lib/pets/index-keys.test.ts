import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  categoryShards,
  indexAttributes,
  statusBegin,
  statusShards,
} from '../../../../lib/pets/index-keys.ts';
import { endOfBlock, petKey } from '../../../../lib/pets/pet-key.ts';
import { INT64_MAX, INT64_MIN } from '../../../../lib/values/int64.ts';

test.each([
  [1n, 0n],
  [127n, 0n],
  [128n, 1n],
  [2047n, 15n],
  [2048n, 0n],
  [INT64_MAX, 15n],
  [0n, 0n],
  [-1n, 15n],
  [-128n, 15n],
  [-129n, 14n],
  [INT64_MIN, 0n],
])('the stored key of the pet %p means the same for ever', (id, shard) => {
  expect(petKey(id)).toEqual({ shard, id });
});

test('a block ends where the next id is in another partition', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: INT64_MIN, max: INT64_MAX - 128n }), (id) => {
      const end = endOfBlock(id);
      expect(end - id).toBeLessThan(128n);
      expect(petKey(end).shard).toBe(petKey(id).shard);
      expect(petKey(end + 1n).shard).toBe((petKey(id).shard + 1n) % 16n);
    }),
  );
});

test('stored keys of indexes mean the same for ever', () => {
  const pet = { status: 'sold', categoryId: -7n } as const;
  expect(indexAttributes(6n, pet)).toEqual({
    ...pet,
    statusId: 20_000_000_000_000_000_006n,
    statusShard: 10n,
    categoryShard: -26n,
  });
  const available = { status: 'available' } as const;
  const expected = { ...available, statusId: 7n, statusShard: 1n };
  expect(indexAttributes(7n, available)).toEqual(expected);
  expect(statusShards('pending')).toEqual([4n, 5n, 6n, 7n]);
  expect(categoryShards(-7n)).toEqual([-28n, -27n, -26n, -25n]);
});

const STEPS = [1n, 2n, 3n, 4n, 8n, 10n, 128n];
test.each(STEPS)('of pets %p ids apart each shard gets about a fourth', (step) => {
  const shards = Array.from({ length: 100 }, (_, n) =>
    indexAttributes(1000n + BigInt(n) * step, { categoryId: 0n }),
  );
  const ofEach = [...Map.groupBy(shards, ({ categoryShard }) => categoryShard).values()];
  expect(ofEach.every(({ length }) => length >= 22 && length <= 28)).toBe(true);
});

test('no two statuses share a number, up to the end of a range', () => {
  expect(statusBegin('available') + INT64_MAX).toBeLessThan(statusBegin('pending'));
  expect(statusBegin('pending') + INT64_MAX).toBeLessThan(statusBegin('sold'));
});

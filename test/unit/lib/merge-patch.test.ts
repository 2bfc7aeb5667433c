import { expect, test } from '@jest/globals';
import { patchedAttributes, reversePatch } from '../../../lib/values/merge-patch.ts';

test('null in a patch removes an attribute, and one that is left out stays', () => {
  const patch = { name: 'Rex', breed: null, status: undefined };
  expect(patchedAttributes(patch)).toStrictEqual({ name: 'Rex', breed: undefined });
});

test.each([
  [{ name: 'Rex' }, { name: 'Max' }, { name: 'Rex' }],
  [{ name: 'Rex', breed: 'Beagle' }, { name: 'Rex' }, { breed: 'Beagle' }],
  [{ name: 'Rex' }, { name: 'Rex', breed: 'Beagle' }, { breed: null }],
  [{ tags: ['a', { b: 1n }] }, { tags: ['a', { b: 2n }] }, { tags: ['a', { b: 1n }] }],
  [{ tags: ['a', { b: 1n }], id: 1n }, { tags: ['a', { b: 1n }], id: 2n }, undefined],
])('a change of %p to %p is taken back by %p', (before, after, patch) => {
  expect(reversePatch(['name', 'breed', 'tags'], before, after)).toEqual(patch);
});
